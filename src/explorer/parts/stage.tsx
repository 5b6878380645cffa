const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'];

/** A stage of development, as steps and as a word. */
export function Stage({of}: {of: string}) {
  const reached = STAGES.indexOf(of);
  return (
    <>
      <span class="steps" data-step={reached} aria-hidden="true">
        {STAGES.map((stage, n) => (
          <i key={stage} class={n <= reached ? 'is-reached' : ''} />
        ))}
      </span>
      {of}
    </>
  );
}
