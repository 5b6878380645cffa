/** The document of an entity by itself: as lists show it, with the source of each field put in where it stands (`rows.ts`). */
export function whole(document: string, cut: number, fields: string): string {
  return document.slice(0, cut) + fields + document.slice(cut);
}
