export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Hosts of registries whose URLs contain an identifier, with the text before it. */
const ADDRESS =
  /^(?:https?:\/\/)?(?:www\.|dx\.|classic\.|beta\.|useast\.)?(doi\.org|orcid\.org|ror\.org|clinicaltrials\.gov|pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed|patents\.google\.com|ensembl\.org|uniprot\.org|genenames\.org|ebi\.ac\.uk\/chembl)\/+(.+)$/;

/** A word that states the scheme of what follows; `CIK0000078003` is how the SEC names its files. */
const SCHEME = /^(?:(doi|orcid|ror|pmid|cik|uei|ticker|nct|uniprot|domain)[:\s]\s*|(pmid|cik)(?=\d))(.+)$/;

/** A ticker after the exchange, as press releases have it: those of the SEC's list, since others have tickers of other companies. */
const LISTED = /^(?:nyse(?: american| arca| mkt)?|nasdaq(?:gs|gm|cm)?|otc|cboe)\s*:\s*([a-z][a-z.-]*)$/;

/** The address of a site, whose host is a domain. */
const SITE = /^(?:https?:\/\/(?:www\.)?|www\.)([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})$/;

/** An Ensembl id with its version. */
const VERSIONED = /^(ens[a-z]*\d{11})\.\d+$/;

/** The prefix and the number of an identifier with a blank between them: `HGNC 3236`. */
const APART = /^([a-z]{2,10})\s+(\d+)$/;

/** A patent number: an office's two letters, a number, and optionally a kind code. */
const OFFICE = /^([a-z]{2})[\s-]?((?:\d{4}[\s/-]?)?[\d\s,/]+)[\s-]?([a-z]\d?)?$/;

/** An identifier of an ontology: its prefix and a number. */
const TERM = /^([a-z]{2,10})([:_])(\d+)$/i;

/**
 * An ontology's identifier with the other of its two separators: browsers of ontologies and Open Targets print
 * `MONDO_0005148`, most others `MONDO:0005148`. Undefined for any other text.
 */
export function otherTermId(text: string): string | undefined {
  const [, prefix, separator, number] = TERM.exec(text.trim()) ?? [];
  return number === undefined ? undefined : `${prefix}${separator === ':' ? '_' : ':'}${number}`;
}

/** Every form in which a whole text may be in the identifier table, if it is an identifier. */
export function identifierKeys(text: string): string[] {
  const lower = text.trim().toLowerCase();
  const [, host, path] = ADDRESS.exec(lower) ?? [];
  if (host !== undefined && path !== undefined) return ofAddress(host, path);
  const plain = lower.replace(/[/?#.!,;]+$/, '').replace(/^\$(?=[a-z])/, '');
  if (plain === '') return [];
  const [, apart, joined, rest = ''] = SCHEME.exec(plain) ?? [];
  const scheme = apart ?? joined;
  const [, inside] = LISTED.exec(plain) ?? SITE.exec(plain) ?? VERSIONED.exec(plain) ?? [];
  const [, prefix, following] = APART.exec(plain) ?? [];
  const bare = scheme === undefined ? plain : rest;
  const number = bare.replace(/^0+/, '');
  const squeezed = bare.replace(/\s+/g, '');
  const term = otherTermId(plain);
  const [, office = '', digits = '', code = ''] = OFFICE.exec(bare) ?? [];
  const serial = digits.replace(/[\s,/-]/g, '');
  return [
    ...new Set([
      ...(/^\d{1,10}$/.test(bare) && scheme !== 'cik' ? [`pmid:${bare}`] : []),
      ...(/^\d{1,10}$/.test(bare) && scheme !== 'pmid' ? [`cik:${number}`] : []),
      ...(scheme === 'nct' ? [`nct${squeezed}`] : []),
      bare,
      ...(term === undefined ? [] : [term]),
      ...(inside === undefined ? [] : [inside]),
      ...(prefix === undefined ? [] : [`${prefix}:${following}`]),
      ...(bare === plain ? [] : [plain]),
      ...(/\d/.test(squeezed) ? [squeezed] : []),
      ...(serial === ''
        ? []
        : [`${office}${serial}${code}`, `${office}-${serial}${code === '' ? '' : `-${code}`}`, `${office}${serial}`]),
    ]),
  ];
}

/** A DOI is everything that follows; otherwise the identifier is one part of the path or query. */
function ofAddress(host: string, path: string): string[] {
  if (host === 'doi.org') return [decoded(path.replace(/[?#].*$|[/.!,;]+$/, ''))];
  const parts = path.split(/[/?#&=]+/).filter((part) => /\d/.test(part));
  if (host.includes('nih.gov')) return parts.flatMap((part) => (/^\d+$/.test(part) ? [`pmid:${part}`] : []));
  return [...new Set(parts.flatMap((part) => (/^\d+$/.test(part) ? [] : identifierKeys(decoded(part)))))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parts of a text that may be an identifier: written with blanks, after a scheme, or after a dollar sign. */
const INSIDE = new RegExp(
  [
    String.raw`https?:\/\/\S+`,
    String.raw`(?<!\S)\$[a-z][a-z0-9.-]*`,
    String.raw`\bnct[\s:#-]*\d{8}\b`,
    String.raw`\b(?:anda|bla|nda)[\s#-]*\d{5,6}\b`,
    String.raw`\b(?:doi|orcid|ror|pmid|cik|uei|ticker|uniprot)\s*:\s*\S+`,
    String.raw`\b(?:pmid|cik)\s+\d+`,
    String.raw`\b(?:ar|at|au|be|br|ca|ch|cn|de|dk|ea|ep|es|fi|fr|gb|hk|hu|ie|il|in|it|jp|kr|mx|nl|no|nz|pl|pt|ru|se|sg|tw|us|wo|za)[\s-]?(?:\d{4}[/\s-])?\d[\d,]{4,}(?:[\s-]?[a-z]\d?(?![a-z0-9]))?`,
  ].join('|'),
  'g',
);

/** Minimum length of a bare number within other words that counts as an identifier. */
const LONG_NUMBER = 6;

/**
 * The keys of the identifiers in a text, in its order; letters alone count only by themselves, after `ticker:` or after
 * a dollar sign.
 */
export function identifiersIn(text: string): string[] {
  const lower = text.trim().toLowerCase();
  const words = lower
    .split(/[\s,;]+/)
    // A DOI may contain brackets; brackets around a word belong to the sentence.
    .map((word) => word.replace(/^[("'[]+/, '').replace(/^([^(]*?)[)"'\]]+$/, '$1'))
    .filter((word) => word !== '');
  if (words.length <= 1) return identifierKeys(words[0] ?? '');
  const held = [...lower.matchAll(INSIDE)].map(([match]) => ({match, at: lower.indexOf(match)}));
  const single = words
    .filter((word) => /\d/.test(word) && !(/^\d+[.?!]*$/.test(word) && word.length < LONG_NUMBER))
    .map((match) => ({match, at: lower.indexOf(match)}));
  const inside = [...held, ...single].sort((a, b) => a.at - b.at).slice(0, MOST);
  // Several words without a digit are not an identifier, so most typed texts need no look-up.
  const whole = words.length <= MOST_PARTS && /\d/.test(lower) ? [lower] : [];
  return [...new Set([...whole, ...inside.map(({match}) => match)].flatMap(identifierKeys))];
}

/** Maximum number of parts of one identifier with blanks (`AU 2018 275267 A1`). */
const MOST_PARTS = 4;

/** Maximum number of identifiers of one text that are looked up. */
const MOST = 32;

/** The start of a trial's or patent's number, of six characters or more. */
const START = /^(?:nct\d{3,7}|[a-z]{2}\d{4,}(?:[a-z]\d?)?)$/;

/** The start of a trial's or patent's number, as in `identifier_start`, if the whole text is one. */
export function identifierStart(text: string): string | undefined {
  const squeezed = text
    .trim()
    .toLowerCase()
    .replace(/[\s,/-]+/g, '');
  return START.test(squeezed) ? squeezed : undefined;
}
