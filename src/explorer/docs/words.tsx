/** Paragraphs with marked `code`. */
export function Words({text}: {text: string}) {
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          {paragraph.split('`').map((part, n) => (n % 2 === 1 ? <code key={part}>{part}</code> : part))}
        </p>
      ))}
    </>
  );
}
