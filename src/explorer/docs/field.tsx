// The input for a parameter, or for each of its values.
import {useRef} from 'preact/hooks';

export function Field({
  id,
  name,
  choices,
  fallback,
  isList,
  values,
  onValues,
}: {
  id: string;
  name: string;
  /** The choices of a closed list; empty for free text. */
  choices: readonly string[];
  /** The value if nothing is entered. */
  fallback: string;
  isList: boolean;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
}) {
  /** A newly added input takes the focus. */
  const added = useRef(-1);
  const shown = values.length === 0 ? [''] : values;
  const set = (at: number, value: string) => onValues(shown.map((one, index) => (index === at ? value : one)));
  const another = () => {
    added.current = shown.length;
    onValues([...shown, '']);
  };
  const begin = (element: HTMLElement | null, at: number) => {
    if (element === null || added.current !== at) return;
    added.current = -1;
    element.focus();
  };
  return (
    <>
      {shown.map((value, at) => {
        const of = at === 0 ? {id} : {'aria-label': `${name}, value ${at + 1}`};
        const place = `${id}-${at}`;
        return choices.length > 0 ? (
          <select
            {...of}
            key={place}
            ref={(element) => begin(element, at)}
            value={value}
            onChange={(event) => set(at, event.currentTarget.value)}
          >
            <option value="">{at === 0 ? fallback : ''}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...of}
            key={place}
            ref={(element) => begin(element, at)}
            type="text"
            spellcheck={false}
            value={value}
            placeholder={at === 0 ? fallback : ''}
            onInput={(event) => set(at, event.currentTarget.value)}
          />
        );
      })}
      {isList && shown.at(-1) !== '' && (
        <button type="button" class="small" onClick={another}>
          Another<span class="hidden"> value of {name}</span>
        </button>
      )}
    </>
  );
}
