// In the place of the package of this name, in what yargs lays out: columns of a text without wide characters.
import {stripVTControlCharacters} from 'node:util';

export default function stringWidth(text) {
  return stripVTControlCharacters(text).length;
}
