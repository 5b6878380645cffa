// Numbers by name, each with a bar: a table that is also a picture.
import type {ComponentChildren} from 'preact';
import {Scroll} from './scroll.tsx';

export interface Bar {
  key: string;
  name: ComponentChildren;
  /** The length of the bar. */
  value: number;
  /** The text next to it. */
  text: string;
  /** Further columns. */
  more?: readonly ComponentChildren[];
}

interface Props {
  caption: string;
  /** Headings: of the name, the number, and further columns. */
  heads: readonly string[];
  bars: readonly Bar[];
  /** The headings of columns with text. */
  words?: readonly string[];
}

export function BarTable({caption, heads, bars, words = []}: Props) {
  const most = Math.max(Number.MIN_VALUE, ...bars.map(({value}) => value));
  return (
    <Scroll label={caption}>
      <table class="rows bar-table">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, n) => (
              <th key={head} scope="col" class={n > 1 && !words.includes(head) ? 'number' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({key, name, value, text, more = []}) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td class="bar-cell">
                <i style={{'--share': value / most}} aria-hidden="true" />
                <span>{text}</span>
              </td>
              {more.map((one, n) => (
                <td key={heads[n + 2]} class={words.includes(heads[n + 2] ?? '') ? 'words' : 'number'}>
                  {one}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
