import {signal} from '@preact/signals';

/** What a screen reader is to be told without the reader going there: that results came, and how many. */
export const spoken = signal('');

export function say(text: string): void {
  spoken.value = text;
}
