import {DuckDBInstance} from '@duckdb/node-api';
import {expect, it} from 'vitest';
import {legalEnding, withoutLegalForm} from '../../src/text/legal-form.ts';
import {nameKey} from '../../src/text/words.ts';

const NAMES: [name: string, bare: string][] = [
  ['Symphogen A/S', 'symphogen'],
  ['MSN Laboratories Private Limited', 'msn laboratories'],
  ['Zydus Pvt. Ltd.', 'zydus'],
  ['Eisai K.K.', 'eisai'],
  ['Almirall S.L.', 'almirall'],
  ['Menarini S.r.l.', 'menarini'],
  ['Guerbet S.A.S.', 'guerbet'],
  ['Merck & Co., Inc.', 'merck'],
  ['Eli Lilly and Company', 'eli lilly'],
  ['Zentiva, k.s.', 'zentiva'],
  ['KRKA, d.d.', 'krka'],
  ['Oncopeptides AB (publ)', 'oncopeptides'],
  ['Adamed Pharma Sp. z o.o.', 'adamed pharma'],
  ['Laboratorios Silanes S.A. de C.V.', 'laboratorios silanes'],
  ['Novugen Pharma Malaysia Sdn Bhd', 'novugen pharma malaysia'],
  ['Merck KGaA', 'merck'],
  ['Fresenius SE & Co. KGaA', 'fresenius'],
  ['Dr. Falk Pharma GmbH & Co. KG', 'dr falk pharma'],
  ['Johnson and Johnson', 'johnson and johnson'],
  ['Private', 'private'],
  ['Hepatitis Fund', 'hepatitis fund'],
];

it('a name is compared without its legal form, in the engine as here', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, bare] of NAMES) {
    const key = nameKey(name);
    expect(withoutLegalForm(key), name).toBe(bare);
    const {rows} = await connection
      .runAndReadAll(`select ${legalEnding('key')} from (select '${key.replaceAll("'", "''")}' as key)`)
      .then((result) => ({rows: result.getRows()}));
    expect(Number(rows[0]?.[0]), name).toBe(key.length - bare.length);
  }
  connection.disconnectSync();
  instance.closeSync();
});
