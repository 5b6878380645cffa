import {expect, it} from 'vitest';
import {isImaging} from '../../../src/operations/reading/imaging.ts';

it.each([
  [{name: 'florbetapir', attributes: {atc: ['V09AX05']}}, true],
  [{name: 'methylene blue', attributes: {atc: ['V03AB17', 'V04CX']}}, false],
  [{name: 'glotrace', attributes: {class_names: ['PET tracer']}}, true],
  [{name: 'technetium tc 99m medronate'}, true],
  [{name: 'Copper dotatate Cu-64'}, true],
  [{name: '[18F]FES'}, true],
  [{name: 'iohexol'}, true],
  [{name: 'Lutetium Lu-177 dotatate'}, false],
  [{name: 'sodium iodide i 131'}, false],
  [{name: 'iobenguane'}, false],
  [{name: 'F-182 inhibitor'}, false],
  [{}, false],
])('%j shows a disease: %s', (drug, is) => {
  expect(isImaging(drug)).toBe(is);
});
