import type {FileError} from '../../errors.ts';

/** The download address of a recipe's declared file. */
export interface Address {
  /** The declared file at this address; `*` if an archive has several, identified by their names. */
  name: string;
  url: string;
  /**
   * `file`: the file itself; `zip`: an archive with the files; `folder`: a web page that lists files; `pages`: an
   * answer in pages.
   */
  form: 'file' | 'zip' | 'folder' | 'pages';
  /** For `pages`: the member with the next page, and the parameter for it. */
  next: {member: string; parameter: string} | null;
}

/**
 * Parses the fact `download`: `genes=https://…`, `*=zip https://…`, `papers=folder https://…/`, `studies=pages
 * nextPageToken pageToken https://…`, separated by blanks.
 * @throws FileError, made by `fail`, if it is malformed.
 */
export function parseAddresses(text: string, fail: (problem: string) => FileError): Address[] {
  const found: Address[] = [];
  const item = /\s*([a-z][a-z0-9_]*|\*)=(?:(zip|folder|pages (\w+) (\w+)) )?(https?:\/\/\S+)\s*/y;
  for (let at = 0; at < text.trimEnd().length; at = item.lastIndex) {
    item.lastIndex = at;
    const [, name, form, member, parameter, url] = item.exec(text) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url))
      throw fail(`the download "${text.slice(at, at + 80).trim()}" is not written as name=https://…`);
    if (name === '*' && form !== 'zip') throw fail('only a zip archive can give every file (*=zip https://…)');
    found.push({
      name,
      url,
      form: form === undefined ? 'file' : member === undefined ? (form as 'zip' | 'folder') : 'pages',
      next: member === undefined || parameter === undefined ? null : {member, parameter},
    });
  }
  return found;
}
