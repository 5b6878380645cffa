/** @module-tag long */

import {describe, expect, it} from 'vitest';
import {build, EDGES, inputFolder, workspace} from './helpers.ts';

const folder = workspace();
const files = (contents: Record<string, string[]>) => inputFolder(folder, contents);

const orangeBook = () =>
  files({
    'products.txt': [
      'Ingredient~DF;Route~Trade_Name~Applicant~Strength~Appl_Type~Appl_No~Product_No~TE_Code~Approval_Date~RLD~RS~Type~Applicant_Full_Name',
      'FOOSTATIN CALCIUM~TABLET;ORAL~FOOLIP~ACME~10MG~N~020001~001~AB~Mar 2, 1999~Yes~Yes~RX~ACME PHARMACEUTICALS INC',
      'FOOSTATIN CALCIUM~TABLET;ORAL~FOOLIP~ACME~20MG~N~020001~002~AB~Jan 5, 1998~Yes~Yes~RX~ACME PHARMACEUTICALS INC',
      'FOOSTATIN CALCIUM~TABLET;ORAL~FOOSTATIN CALCIUM~COPYCO~10MG~A~070001~001~AB~Approved Prior to Jan 1, 1982~No~No~DISCN~COPYCO LTD',
      'BARPRIL; FOOSTATIN CALCIUM~TABLET;ORAL~BARLIP~ACME~10MG~N~020002~001~~Jun 1, 2005~Yes~Yes~RX~ACME PHARMACEUTICALS INC',
      '~TABLET;ORAL~NOTHING~ACME~10MG~N~020003~001~~Jun 1, 2005~Yes~Yes~RX~ACME PHARMACEUTICALS INC',
    ],
    'patent.txt': [
      'Appl_Type~Appl_No~Product_No~Patent_No~Patent_Expire_Date_Text~Drug_Substance_Flag~Drug_Product_Flag~Patent_Use_Code~Delist_Flag~Submission_Date',
      'N~020001~001~7000001*PED~Aug 24, 2026~Y~~U-141~~Jun 27, 2013',
      'N~020001~001~7000001~Feb 24, 2026~Y~~U-141~~',
      'N~020001~001~7000009~Feb 24, 2026~Y~~U-141~Y~',
    ],
    'exclusivity.txt': [
      'Appl_Type~Appl_No~Product_No~Exclusivity_Code~Exclusivity_Date',
      'N~020002~001~NCE~Jun 1, 2010',
    ],
  });

const drugsAtFda = (more: Record<string, string[]> = {}) =>
  files({
    'Applications.txt': [
      'ApplNo\tApplType\tApplPublicNotes\tSponsorName',
      '020001\tNDA\t\tACME',
      '070001\tANDA\t\tCOPYCO',
      '070002\tANDA\t\tCOPY',
    ],
    'MarketingStatus.txt': ['MarketingStatusID\tApplNo\tProductNo', '1\t020001\t001', '3\t070001\t001'],
    ...more,
  });

it('an application with products from before 1982, or a number of before 1972, has no day, whatever was added to it later', async () => {
  const product = (number: string, day: string) =>
    `FOOSTATIN~TABLET;ORAL~FOOLIP~ACME~10MG~N~${number}~001~AB~${day}~Yes~Yes~RX~ACME PHARMACEUTICALS INC`;
  const products = [
    'Ingredient~DF;Route~Trade_Name~Applicant~Strength~Appl_Type~Appl_No~Product_No~TE_Code~Approval_Date~RLD~RS~Type~Applicant_Full_Name',
    product('017970', 'Approved Prior to Jan 1, 1982'),
    product('017970', 'Mar 21, 1994'),
    product('009218', 'Mar 1, 1990'),
    product('019001', 'Mar 1, 1990'),
  ];
  const none = ['Appl_Type~Appl_No~Product_No~Exclusivity_Code~Exclusivity_Date'];
  const patents = [
    'Appl_Type~Appl_No~Product_No~Patent_No~Patent_Expire_Date_Text~Drug_Substance_Flag~Drug_Product_Flag~Patent_Use_Code~Delist_Flag~Submission_Date',
  ];
  const input = files({'products.txt': products, 'patent.txt': patents, 'exclusivity.txt': none});
  const built = await build(folder, [{recipe: 'orange_book', in: input}]);
  expect(
    await built.rows(
      `select natural_key as k, attributes ->> 'approved_at' as day, attributes ->> 'approved_before_1982' as before from entities where kind = 'approval' order by 1`,
    ),
  ).toEqual([
    {k: 'nda:009218', day: null, before: 'true'},
    {k: 'nda:017970', day: null, before: 'true'},
    {k: 'nda:019001', day: '1990-03-01', before: null},
  ]);
});

describe('orange_book', () => {
  it('makes one approval of an application, one product of a substance, and patents that cover both', async () => {
    const built = await build(folder, [{recipe: 'orange_book', in: orangeBook()}]);
    const rows = await built.rows(
      `select natural_key as k, name, attributes::json as a from entities where kind = 'approval' order by 1`,
    );
    expect(rows.map(({a, ...row}) => ({...row, a: JSON.parse(String(a))}))).toMatchObject([
      {
        k: 'nda:020001',
        name: 'Foolip (foostatin calcium), NDA 020001',
        a: {
          application_number: 'NDA020001',
          agency: 'FDA',
          approved_at: '1998-01-05',
          route: 'oral',
          brand: 'Foolip',
          generic: 'foostatin calcium',
          last_patent_expiry: '2026-08-24',
        },
      },
      {k: 'nda:020002', a: {exclusivities: [{code: 'NCE', until: '2010-06-01'}]}},
      {k: 'nda:070001', a: {approved_before_1982: true, marketing_status: 'discontinued'}},
    ]);
    expect(
      await built.rows(`select natural_key as k, aliases from entities where kind = 'product' order by 1`),
    ).toEqual([
      {
        k: 'name:product:barpril+foostatin',
        aliases: ['Barlip', 'barpril and foostatin', 'barpril/foostatin', 'foostatin and barpril', 'foostatin/barpril'],
      },
      {k: 'name:product:foostatin', aliases: ['Foolip']},
    ]);
    expect((await built.rows(EDGES)).filter(({r}) => r !== 'approval_of')).toEqual([
      {s: 'US7000001', r: 'covers', t: 'Foolip (foostatin calcium), NDA 020001'},
      {s: 'US7000001', r: 'covers', t: 'foostatin calcium'},
      {s: 'Acme Pharmaceuticals Inc', r: 'develops', t: 'barpril; foostatin calcium'},
      {s: 'Acme Pharmaceuticals Inc', r: 'develops', t: 'foostatin calcium'},
      {s: 'Acme Pharmaceuticals Inc', r: 'holds', t: 'Barlip (barpril; foostatin calcium), NDA 020002'},
      {s: 'Acme Pharmaceuticals Inc', r: 'holds', t: 'Foolip (foostatin calcium), NDA 020001'},
      {s: 'Copyco Ltd', r: 'holds', t: 'foostatin calcium, ANDA 070001'},
    ]);
    expect(built.report.rejects).toEqual([
      {recipe: 'orange_book', reason: 'the product has no application number or ingredient', count: 1},
    ]);
  });
});

describe('drugs_at_fda', () => {
  it('numbers approvals, and with the products file says what they are of', async () => {
    const built = await build(folder, [
      {
        recipe: 'drugs_at_fda',
        in: drugsAtFda({
          'Products.txt': [
            'ApplNo\tProductNo\tForm\tStrength\tReferenceDrug\tDrugName\tActiveIngredient\tReferenceStandard',
            '020001\t001\tTABLET;ORAL\t10MG\t1\tFOOLIP\tFOOSTATIN CALCIUM\t1',
          ],
          'Submissions.txt': [
            'ApplNo\tSubmissionClassCodeID\tSubmissionType\tSubmissionNo\tSubmissionStatus\tSubmissionStatusDate\tSubmissionsPublicNotes\tReviewPriority',
            '020001\t7\tORIG\t1\tAP\t1998-01-05 00:00:00\t\tPRIORITY',
            '020001\t7\tSUPPL\t2\tAP\t1990-01-05 00:00:00\t\t',
            '070002\t7\tORIG\t1\tTA\t2001-01-05 00:00:00\t\t',
          ],
        }),
      },
    ]);
    expect(
      await built.rows(
        `select natural_key as k, name, attributes ->> 'approved_at' as d, attributes ->> 'marketing_status' as m from entities where kind = 'approval' order by 1`,
      ),
    ).toEqual([
      {k: 'nda:020001', name: 'Foolip (foostatin calcium), NDA 020001', d: '1998-01-05', m: 'prescription'},
      {k: 'nda:070001', name: 'ANDA 070001, COPYCO', d: null, m: 'discontinued'},
      {k: 'nda:070002', name: 'ANDA 070002, COPY', d: null, m: null},
    ]);
    expect(built.report.edges).toEqual({approval_of: 1, holds: 3});
  });

  it('takes its short applicants for those the Orange Book names in full', async () => {
    const built = await build(folder, [
      {recipe: 'drugs_at_fda', in: drugsAtFda()},
      {recipe: 'orange_book', in: orangeBook()},
    ]);
    expect(
      await built.rows(`select name, state from entities where kind = 'company' and state = 'live' order by 1`),
    ).toEqual([
      {name: 'Acme Pharmaceuticals Inc', state: 'live'},
      {name: 'COPY', state: 'live'},
      {name: 'Copyco Ltd', state: 'live'},
    ]);
    expect(await built.rows(`select name from entities where natural_key = 'nda:020001'`)).toEqual([
      {name: 'Foolip (foostatin calcium), NDA 020001'},
    ]);
  });
});

describe('purple_book', () => {
  const head =
    'N/R/U,Applicant,BLA Number,Proprietary Name,Proper Name,BLA Type,Strength,Dosage Form,Route of Administration,Product Presentation,Marketing Status,Licensure,Approval Date,Ref. Product Proper Name,Ref. Product Proprietary Name,Supplement Number,Submission Type,License Number,Product Number,Center,Date of First Licensure,Exclusivity Expiration Date,First Interchangeable Exclusivity Exp. Date,Ref. Product Exclusivity Exp. Date,Orphan Exclusivity Exp. Date';
  const line = (cells: string) =>
    `${cells}${','.repeat(24 - (cells.match(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g)?.length ?? 0))}`;

  it('tells recombinant factors of one proper name by their brands', async () => {
    const factor = (number: number, brand: string, proper: string) =>
      line(
        `U,Acme,${number},${brand},"${proper}",351(a),10MG,Injection,Intravenous,Vial,Rx,Licensed,2-Dec-12,,,0,Original,1,1,CBER`,
      );
    const built = await build(folder, [
      {
        recipe: 'purple_book',
        in: files({
          'purplebook-2025.csv': [
            head,
            factor(125001, 'Foocog', 'Antihemophilic Factor (Recombinant)'),
            factor(125002, 'Barcog', 'Antihemophilic Factor (Recombinant), PEGylated-abcd'),
            factor(101003, 'Plasmal', 'Antihemophilic Factor (Human)'),
            factor(101004, 'Serol', 'Antihemophilic Factor (Human)'),
          ],
        }),
      },
    ]);
    expect(
      await built.rows(
        `select p.name, list(a.name order by a.name) as of from edges e join entities a on a.id = e.source join entities p on p.id = e.target where e.relation = 'approval_of' group by p.name order by 1`,
      ),
    ).toMatchObject([{name: 'Antihemophilic Factor (Human)'}, {name: 'Barcog'}, {name: 'Foocog'}]);
  });

  it('skips mark and preamble, reads two-digit years, and tells biosimilars from their reference', async () => {
    const built = await build(folder, [
      {
        recipe: 'purple_book',
        in: files({
          'purplebook-2025.csv': [
            `\uFEFFPurple Book report${','.repeat(24)}`,
            ','.repeat(24),
            head,
            line(
              'U,"Acme Biologics, Inc.",125001,"Foora, Foora Pen",foolimab-abcd,351(a),10MG,Injection,Subcutaneous,Vial,Rx,Licensed,2-Dec-02,,,0,Original,1,1,CDER',
            ),
            line(
              'U,"Acme Biologics, Inc.",125001,Foora,foolimab-abcd,351(a),20MG,Injection,Subcutaneous,Vial,Rx,Licensed,2-Dec-05,,,7,Supplement,1,2,CDER',
            ),
            line(
              'U,Copy Bio,761001,Foocopy,foolimab-wxyz,351(k) Biosimilar,10MG,Injection,Subcutaneous,Vial,Rx,Licensed,6-Jul-20,foolimab,Foora,0,Original,2,1,CDER,,,,,18-Dec-31',
            ),
            line(
              'U,Old Serum Co,101001,N/A,Serum,351(a),10MG,Injection,Percutaneous,Vial,Disc,Voluntarily Revoked,11-Jul-30,,,0,Original,3,1,CBER,,,,,2-Dec-94',
            ),
          ],
        }),
      },
    ]);
    expect(
      await built.rows(
        `select natural_key as k, name, attributes ->> 'approved_at' as d, attributes ->> 'marketing_status' as m, attributes ->> 'orphan_exclusive_until' as o from entities where kind = 'approval' order by 1`,
      ),
    ).toEqual([
      {k: 'nda:101001', name: 'Serum, BLA 101001', d: '1930-07-11', m: 'revoked', o: '1994-12-02'},
      {k: 'nda:125001', name: 'Foora (foolimab-abcd), BLA 125001', d: '2002-12-02', m: null, o: null},
      {k: 'nda:761001', name: 'Foocopy (foolimab-wxyz), BLA 761001', d: '2020-07-06', m: null, o: '2031-12-18'},
    ]);
    expect(await built.rows(`select natural_key as k from entities where kind = 'product' order by 1`)).toEqual([
      {k: 'name:product:foolimab'},
      {k: 'name:product:foolimab wxyz'},
      {k: 'name:product:serum'},
    ]);
    expect((await built.rows(EDGES)).filter(({r}) => r === 'biosimilar_to')).toEqual([]);
    expect(built.report.rejects).toEqual([]);
  });

  it('knows a vaccine by its brand: two of one proper name are two', async () => {
    const built = await build(folder, [
      {
        recipe: 'purple_book',
        in: files({
          'purplebook-2025.csv': [
            head,
            line(
              'U,Acme Vaccines,125901,Foonaty,"FOO-19 Vaccine, mRNA",351(a),10MG,Injection,Intramuscular,Vial,Rx,Licensed,2-Dec-21,,,0,Original,1,1,CBER',
            ),
            line(
              'U,Other Vaccines,125902,Barvax,"FOO-19 Vaccine, mRNA",351(a),10MG,Injection,Intramuscular,Vial,Rx,Licensed,2-Jan-22,,,0,Original,2,1,CBER',
            ),
          ],
        }),
      },
    ]);
    expect(
      await built.rows(`select name from entities where kind = 'product' and state = 'live' order by name`),
    ).toEqual([{name: 'Barvax'}, {name: 'Foonaty'}]);
    expect((await built.rows(EDGES)).filter(({r}) => r === 'approval_of').map(({t}) => t)).toEqual([
      'Barvax',
      'Foonaty',
    ]);
  });
});
