import type {FileError} from '../../errors.ts';

/** Where a declared file of a recipe is downloaded from. */
export interface Address {
  /** The declared file it gives; `*` where one archive gives several, told apart by their names. */
  name: string;
  url: string;
  /** `file`: the file itself; `zip`: an archive with the files in it; `folder`: a web page that lists files; `pages`: an answer in pages. */
  form: 'file' | 'zip' | 'folder' | 'pages';
  /** Of `pages`: the member that names the next page, and the parameter that takes it. */
  next: {member: string; parameter: string} | null;
}

/**
 * Reads the fact `download`: `genes=https://…`, `*=zip https://…`, `papers=folder https://…/`, `studies=pages nextPageToken pageToken https://…`,
 * separated by blanks.
 * @throws FileError, made by `fail`, where it is not written so.
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
