import type {ComponentChildren} from 'preact';

/** Wide content scrolls separately, also by keyboard, rather than the whole page. */
export function Scroll({label, children}: {label: string; children: ComponentChildren}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard (WCAG 2.1.1)
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
