import {signal} from '@preact/signals';

/** Text that a screen reader announces, such as the number of results. */
export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}
