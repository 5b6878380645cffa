import {useState} from 'preact/hooks';
import {type Document, innerOf, type Schema, typeWords} from './document.ts';
import {Words} from './words.tsx';

/** The members of an object, each expandable; nested ones are rendered on demand, since types can be recursive. */
export function Members({schema, document}: {schema: Schema; document: Document}) {
  if (schema.enum !== undefined)
    return (
      <p class="choices">
        {schema.enum.map((choice) => (
          <code key={String(choice)}>{String(choice)}</code>
        ))}
      </p>
    );
  const required = new Set(schema.required);
  return (
    <ul class="members">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <li key={name}>
          <Member name={name} member={member} isAlways={required.has(name)} document={document} />
        </li>
      ))}
    </ul>
  );
}

function Member({
  name,
  member,
  isAlways,
  document,
}: {
  name: string;
  member: Schema;
  isAlways: boolean;
  document: Document;
}) {
  const inner = innerOf(member, document);
  const head = (
    <>
      <code>{name}</code> <span class="type">{typeWords(member)}</span>
      {!isAlways && <span class="faint"> · may be absent</span>}
    </>
  );
  return (
    <>
      {inner === undefined ? head : <Unfold summary={head} schema={inner} document={document} />}
      {member.description !== undefined && <Words text={member.description} />}
    </>
  );
}

export function Unfold({
  summary,
  schema,
  document,
}: {
  summary: preact.ComponentChildren;
  schema: Schema;
  document: Document;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <Members schema={schema} document={document} />}
    </details>
  );
}
