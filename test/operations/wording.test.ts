import {expect, it} from 'vitest';
import {reworded} from '../../src/operations/parts/wording.ts';

it.each([
  ['competitors of Sarepta in Duchenne', 'Duchenne companies except Sarepta'],
  ['company formerly known as Foo Bio', 'Foo Bio'],
  ['donanemab who makes it?', 'who makes donanemab'],
  ['stelara biosims', 'stelara biosimilar'],
  ['subq nivolumab', 'subcutaneous nivolumab'],
  ['sc nivolumab', 'subcutaneous nivolumab'],
  ['nivolumab SC', 'nivolumab subcutaneous'],
  ['GLP-1s for obesity', 'GLP-1 for obesity'],
  ['GLP-1 pill', 'oral GLP-1'],
  ['GLP-1 tablets for obesity', 'oral GLP-1 for obesity'],
  ['ROS1 next gen', 'ROS1'],
  ['next-generation sequencing', 'next-generation sequencing'],
  ['patents covering Ibrance', 'Ibrance patents'],
  ['when does the Hetlioz patent expire?', 'Hetlioz patents'],
  ['4th gen EGFR TKI', 'fourth-generation EGFR TKI'],
  ['SC Johnson', 'SC Johnson'],
  ['novel', 'novel'],
  ['Foobio rivals in mRNA vaccines', 'mRNA vaccines companies except Foobio'],
  ['patents for Ozempic', 'Ozempic patents'],
  ['patent expiry Eliquis', 'Eliquis patents'],
  ['Eliquis patent expiration date', 'Eliquis patents'],
  ['AMR grants', 'antimicrobial resistance grants'],
  ['oncologists in Milan', 'oncology researchers in Milan'],
  ['big pharma with Alzheimer’s pipeline', 'Alzheimer’s companies'],
  ['FDA rejected glotinib', 'complete response letter glotinib'],
  ['glotinib rejected by the FDA?', 'complete response letter glotinib'],
  ['PCSK9 target', 'PCSK9'],
  ['pd-l1 target', 'pd-l1'],
  ['Target', 'Target'],
  ['Stanford immunologists', 'Stanford immunology researchers'],
  ['neuroscientists at UCSF', 'neuroscience researchers at UCSF'],
  ['biologists write', 'biologists write'],
  ['Moderna LNP patents', 'Moderna lipid nanoparticle patents'],
  ['LNP023', 'LNP023'],
  ['radiopharma companies', 'radiopharmaceutical companies'],
  ['CGRP mabs', 'CGRP antibodies'],
  ['large cap pharma', 'large pharma'],
  ['J&J immunology', 'Johnson & Johnson immunology'],
  ['readouts 2026 H2', 'readouts second half of 2026'],
  ['H2 antagonists', 'H2 antagonists'],
])('%s is %s', (text, said) => {
  expect(reworded(text)).toBe(said);
});

it('a long text stays as it is', () => {
  const text = 'a title of many words in which GLP-1s and a biosim are named besides what else it says';
  expect(reworded(text)).toBe(text);
});
