import type {DuckDBConnection} from '@duckdb/node-api';
import {KINDS, PRIOR} from '../schema/kinds.ts';
import {kindNumberOfRid} from '../schema/rid.ts';
import {knownShare} from '../text-match.ts';
import {eachChunk} from './columns.ts';
import {RowRanks} from './row-ranks.ts';
import {rowNumbersIn} from './rows.ts';

/** What impacts of entities are multiplied by: for their kind and, of some kinds, for how well known they are. */
export class ImpactShares {
  readonly #places: RowRanks;
  readonly #known: Float64Array;

  /** Reads the table `boosted (rid, boost)`, which lacks those that nobody knows. */
  static async of(connection: DuckDBConnection): Promise<ImpactShares> {
    const rids: number[] = [];
    const known: number[] = [];
    await eachChunk(connection, 'SELECT as_rid(rid), boost::DOUBLE FROM boosted ORDER BY rid', (chunk) => {
      const [ownRids, boosts] = [chunk.numbers(0), chunk.doubles(1)];
      for (let row = 0; row < chunk.rows; row++) {
        const rid = ownRids[row] as number;
        rids.push(rid);
        known.push(ofKind(rid) * knownShare(boosts[row] as number));
      }
    });
    const places = new RowRanks(Float64Array.from(rids), await rowNumbersIn(connection));
    return new ImpactShares(places, Float64Array.from(known));
  }

  private constructor(places: RowRanks, known: Float64Array) {
    this.#places = places;
    this.#known = known;
  }

  of(rid: number): number {
    return this.#places.has(rid) ? (this.#known[this.#places.of(rid)] as number) : ofUnknown(rid);
  }
}

const ofKind = (rid: number): number => PRIOR.shares[kindNumberOfRid(rid) - 1] as number;

/** By the number of a kind, from 1. */
const UNKNOWN = [
  0,
  ...KINDS.map((_, at) => (PRIOR.shares[at] as number) * ((PRIOR.boosted >> (at + 1)) & 1 ? knownShare(1) : 1)),
];

const ofUnknown = (rid: number): number => UNKNOWN[kindNumberOfRid(rid)] as number;
