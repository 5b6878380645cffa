import {styleText} from 'node:util';

/** Whether there are colours is decided once, for the page. */
const ALWAYS = {validateStream: false};

/** How a page is formatted: with or without colours, and its width. */
export interface Page {
  color: boolean;
  width: number;
}

export function bold(text: string, {color}: Pick<Page, 'color'>): string {
  return color ? styleText('bold', text, ALWAYS) : text;
}

export function dim(text: string, {color}: Pick<Page, 'color'>): string {
  return color ? styleText('dim', text, ALWAYS) : text;
}

/** Shades from cool to hot of the 256-colour palette, each with a readable text colour. */
const HEAT = [
  [17, 250],
  [19, 252],
  [25, 255],
  [31, 255],
  [36, 16],
  [70, 16],
  [142, 16],
  [178, 16],
  [208, 16],
  [196, 255],
] as const;

/** A text on a shade for `part` (0 to 1). */
export function heat(text: string, part: number, {color}: Page): string {
  if (!color || part <= 0) return text;
  const [back, front] = HEAT[Math.min(HEAT.length - 1, Math.floor(part * HEAT.length))] ?? HEAT[0];
  return `\u001b[48;5;${back}m\u001b[38;5;${front}m${text}\u001b[0m`;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `width` places at `part` = 1, in steps of an eighth of a place. */
export function bar(part: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, part)) * width * 8);
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '');
}

/** Shortened to a number of places, and padded to it. */
export function padded(text: string, places: number): string {
  const letters = [...text.replace(/[\p{Cc}]+/gu, ' ')];
  const cut = letters.length > places ? [...letters.slice(0, places - 1), '…'] : letters;
  return cut.join('') + ' '.repeat(places - cut.length);
}

/** Dollars in a short form: `590 M`. */
export function dollars(amount: number): string {
  if (amount === 0) return '–';
  return `$${new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1}).format(amount)}`;
}

/** Text wrapped at the page's width, lines after the first one indented. */
export function wrap(text: string, {width}: Page, indent = '  '): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `${indent}${word}`);
  }
  return lines.join('\n');
}
