import {expect, it} from 'vitest';
import {openRows, row} from '../../helpers/few-rows.ts';

const vaccine = (n: number, name: string, label: string) =>
  row(n, 'product', name, {
    modality: 'vaccine',
    disease_label: label,
    moa_confidence: 0.9,
    attributes: JSON.stringify({phase: 'Approved', indications: [{label, phase: 'approved', confidence: 0.9}]}),
  });

it('what has the common words alone of those that an abbreviation stands for has not all of a text', async () => {
  const papers = Array.from({length: 20}, (_, n) => row(20 + n, 'paper', `Virus infection ${n} and herpes`));
  const others = [
    ...papers,
    row(50, 'paper', 'HSV, or herpes simplex'),
    row(51, 'product', 'simplovir', {
      modality: 'small molecule',
      disease_label: 'herpes simplex infectious disease',
      moa_confidence: 0.9,
    }),
  ];
  const met = async (rows: readonly ReturnType<typeof row>[]) => {
    await using graph = await openRows([...rows, ...others]);
    return (await graph.entities({q: 'HSV vaccine'})).understood?.met;
  };
  const zoster = vaccine(1, 'Zostavix, a vaccine for herpes zoster virus infection', 'herpes zoster');
  expect(await met([zoster])).toBe(false);
  const simplex = vaccine(
    2,
    'Simplavix, a vaccine for herpes simplex virus infection',
    'herpes simplex infectious disease',
  );
  expect(await met([zoster, simplex])).toBe(true);
});
