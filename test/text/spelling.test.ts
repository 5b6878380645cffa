import {expect, it} from 'vitest';
import {stem} from '../../src/text/words.ts';

it.each([
  ['oesophageal', 'esophageal'],
  ['haemophilia', 'hemophilia'],
  ['anaemia', 'anemia'],
  ['leukaemia', 'leukemia'],
  ['paediatric', 'pediatric'],
  ['tumours', 'tumor'],
  ['faecal', 'fecal'],
  ['oestrogen', 'estrogen'],
  ['diarrhoea', 'diarrhea'],
  ['randomised', 'randomized'],
  ['immunisation', 'immunization'],
  ['behavioural', 'behavioral'],
  ['anaesthesia', 'anesthesia'],
  ['oedema', 'edema'],
  ['coeliac', 'celiac'],
])('%s and %s are one term', (british, american) => {
  expect(stem(british)).toBe(stem(american));
});

it.each(['disease', 'exercise', 'raised', 'promised', 'phoenix', 'poem', 'supervised', 'arising', 'colon', 'israel'])(
  '%s stays as it is',
  (word) => {
    expect(stem(word).startsWith(word.slice(0, 4))).toBe(true);
    expect(stem(word)).not.toContain('z');
  },
);
