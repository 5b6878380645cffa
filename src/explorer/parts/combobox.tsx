// A search box with suggestions, by the ARIA pattern of an editable combobox with a list.
import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {announce} from '../announce.ts';
import {ask} from '../ask.ts';
import type {Suggestion} from '../types.ts';
import {counted, kindWord} from '../words.ts';
import {Kind} from './entity-link.tsx';

interface Props {
  label: string;
  placeholder?: string;
  /** Restricts suggestions to this kind. */
  kind?: string;
  isLabelHidden?: boolean;
  initial?: string;
  onPick: (suggestion: Suggestion) => void;
  /** Called on Enter without a chosen suggestion; if it is missing, Enter takes the first one. */
  onText?: (text: string) => void;
}

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 120;

export function Combobox({label, placeholder, kind, isLabelHidden = false, initial = '', onPick, onText}: Props) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [found, setFound] = useState<Suggestion[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef(false);

  useEffect(() => {
    typed.current = false;
    setText(initial);
  }, [initial]);

  useEffect(() => {
    if (!typed.current || text.trim() === '') {
      setFound([]);
      setOpen(false);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask<{suggestions: Suggestion[]}>('v1/autocomplete', {q: text, kind, limit: 8}, controller.signal)
        .then(({value: {suggestions}}) => {
          setFound(suggestions);
          setAt(-1);
          setOpen(true);
          announce(`${counted(suggestions.length, 'suggestion', 'suggestions')} for ${text}`);
        })
        // The typed text can still be searched for; the next page then shows the error.
        .catch(() => setOpen(false));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, kind]);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({block: 'nearest'});
  }, [at]);

  const pick = (suggestion: Suggestion) => {
    typed.current = false;
    setText(onText === undefined ? '' : suggestion.name);
    setOpen(false);
    onPick(suggestion);
  };
  const enter = () => {
    const chosen = found[at] ?? (onText === undefined ? found[0] : undefined);
    setOpen(false);
    if (chosen !== undefined) pick(chosen);
    else if (text.trim() !== '') onText?.(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (found.length === 0) return;
      const places = found.length + 1;
      setOpen(true);
      setAt(((at + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1);
    } else if (event.key === 'Escape') {
      if (isOpen) setOpen(false);
      else setText('');
      setAt(-1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    }
  };
  const isShown = isOpen && found.length > 0;
  return (
    <div class="combobox">
      <label for={id} class={isLabelHidden ? 'hidden' : ''}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={text}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 && isShown ? `${id}-${at}` : undefined}
        onInput={(event) => {
          typed.current = true;
          setText(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label={`Suggestions: ${label}`} ref={list} hidden={!isShown}>
        {found.map((suggestion, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box
          <div
            key={suggestion.id}
            id={`${id}-${n}`}
            role="option"
            // The box keeps the focus and names the active one.
            tabIndex={-1}
            aria-selected={n === at}
            aria-label={`${suggestion.name}, ${kindWord(suggestion.kind)}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(suggestion)}
          >
            <span>{suggestion.name}</span> <Kind of={suggestion.kind} />
          </div>
        ))}
      </div>
    </div>
  );
}
