import type {DuckDBConnection} from '@duckdb/node-api';
import {COUNTED, type Crowding, type CrowdingCell, MOST_MODALITIES, MOST_TARGETS} from '../crowding.ts';
import {kindNumber} from '../schema/rid.ts';
import {eachChunk} from './columns.ts';
import {RecordFile} from './record-file.ts';
import {RecordWriter} from './record-writer.ts';
import {bytesOf} from './rows.ts';

/** All areas together. The tables have -1 for it, and 0 for entities without an area. */
const EVERYWHERE = 0;

const AREA = `CASE area WHEN -1 THEN ${EVERYWHERE} ELSE area END AS area`;

const KINDS = COUNTED.map(kindNumber).join();

/** The values on the axes of each area, with their places from 0. */
const AXIS = `counted AS (
    SELECT p.given AS area, p.label_id, sum(p.count) AS n FROM cooccurrence p
    WHERE p.kind_no IN (${KINDS}) AND p.given IN (SELECT label_id FROM value WHERE field = 'therapeutic_area') GROUP BY ALL
    UNION ALL
    SELECT ${EVERYWHERE}, label_id, sum(trusted) FROM facet WHERE kind_no IN (${KINDS}) GROUP BY label_id
  ),
  axis AS (
    SELECT area, field, label_id, v.value, (row_number() OVER (PARTITION BY area, field ORDER BY n DESC, v.value) - 1)::INTEGER AS place
    FROM counted JOIN value v USING (label_id) WHERE v.field IN ('target', 'modality') AND n > 0
    QUALIFY place < CASE field WHEN 'target' THEN ${MOST_TARGETS} ELSE ${MOST_MODALITIES} END
  )`;

const AREAS = `WITH ${AXIS},
  named AS (
    SELECT area, list(value ORDER BY place) FILTER (field = 'target') AS targets, list(value ORDER BY place) FILTER (field = 'modality') AS modalities
    FROM axis GROUP BY area
  ),
  passed AS (SELECT ${AREA}, trusted, tagged FROM cell_gate WHERE area <> 0)
  SELECT area, json_array(coalesce(trusted, 0), coalesce(tagged, 0), coalesce(targets, []), coalesce(modalities, []))::VARCHAR
  FROM passed FULL JOIN named USING (area) ORDER BY area`;

/** Words of a cell: the place of its modality, trusted entities of each kind, all entities, companies. */
const WIDTH = COUNTED.length + 3;

const trusted = COUNTED.map((kind) => `coalesce(sum(trusted) FILTER (kind_no = ${kindNumber(kind)}), 0)::INTEGER`);

const CELLS = `WITH ${AXIS},
  filled AS (
    SELECT ${AREA}, target, modality, kind_no, trusted, tagged, 0 AS companies FROM cell WHERE area <> 0
    UNION ALL
    SELECT ${AREA}, target, modality, 0, 0, 0, companies FROM company_count
  )
  SELECT f.area, t.place, m.place, ${trusted.join(', ')}, sum(tagged)::INTEGER, sum(companies)::INTEGER
  FROM filled f JOIN axis t ON t.area = f.area AND t.label_id = f.target JOIN axis m ON m.area = f.area AND m.label_id = f.modality
  GROUP BY ALL ORDER BY f.area, t.place, m.place`;

/** Writes the crowding map of every area: what it has in all and its axes as JSON, then the cells of each target, by its place from 1. */
export async function writeCrowding(connection: DuckDBConnection, path: string): Promise<void> {
  const areas: [area: number, text: string][] = [];
  await eachChunk(connection, AREAS, ({rows, words, texts}) => {
    const [numbers, all] = [words(0), texts(1)];
    for (let row = 0; row < rows; row++) areas.push([numbers[row] as number, all[row] ?? '']);
  });
  using writer = new RecordWriter(path, 2);
  let key: [area: number, target: number] = [-1, 0];
  let cells: number[] = [];
  const end = (next: number) => {
    if (cells.length > 0) writer.add(key, bytesOf(Uint32Array.from(cells)));
    cells = [];
    for (let [area] = areas; area !== undefined && area[0] <= next; [area] = areas) {
      writer.add([area[0], 0], Buffer.from(area[1]));
      areas.shift();
    }
  };
  await eachChunk(connection, CELLS, ({rows, words}) => {
    const columns = Array.from({length: WIDTH + 2}, (_, column) => words(column));
    for (let row = 0; row < rows; row++) {
      const [area = 0, target = 0, ...cell] = columns.map((column) => column[row] as number);
      if (area !== key[0] || target + 1 !== key[1]) end(area);
      key = [area, target + 1];
      cells.push(...cell);
    }
  });
  end(Number.POSITIVE_INFINITY);
  writer.end();
}

export class CrowdingFile {
  readonly #file: RecordFile;

  /** @throws FileError when a file is missing or damaged. */
  constructor(path: string) {
    this.#file = new RecordFile(path, 2);
  }

  /** The map of an area, with the first values of each axis; empty for one that is nowhere. */
  of(area: number | undefined, most: {targets: number; modalities: number}): Crowding {
    const key = area ?? EVERYWHERE;
    const record = this.#file.read(key, 0)?.toString('utf8') ?? '[0,0,[],[]]';
    const [counted, tagged, targets, modalities] = JSON.parse(record) as [number, number, string[], string[]];
    const shown = targets.slice(0, most.targets);
    const rows = shown.map((_, place) => this.#cells(key, place));
    return {
      ...{counted, tagged, targets: shown, modalities: modalities.slice(0, most.modalities)},
      cell: (target, modality) => rows[target]?.get(modality),
    };
  }

  #cells(area: number, target: number): Map<number, CrowdingCell> {
    const record = this.#file.read(area, target + 1);
    const cells = new Map<number, CrowdingCell>();
    if (record === undefined) return cells;
    const words = new Uint32Array(Uint8Array.prototype.slice.call(record).buffer);
    for (let at = 0; at < words.length; at += WIDTH) {
      const [modality = 0, paper = 0, patent = 0, trial = 0, approval = 0, tagged = 0, company = 0] = words.subarray(
        at,
        at + WIDTH,
      );
      cells.set(modality, {trusted: {paper, patent, trial, approval}, tagged, company});
    }
    return cells;
  }

  close(): void {
    this.#file.close();
  }
}
