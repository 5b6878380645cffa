export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Addresses of registries, before the identifier they end in. */
const ADDRESS =
  /^(?:https?:\/\/)?(?:www\.|dx\.)?(?:doi\.org|orcid\.org|ror\.org|(?:classic\.)?clinicaltrials\.gov(?:\/ct2)?(?:\/(?:study|show))?|pubmed\.ncbi\.nlm\.nih\.gov|patents\.google\.com\/patent|ensembl\.org\/id|uniprot\.org\/uniprot(?:kb)?)\//i;

/** A kind code behind a patent's number. */
const OFFICE = /^([a-z]{2})[\s-]?((?:\d{4}[\s/-]?)?[\d\s,/]+)[\s-]?([a-z]\d?)?$/i;

/** Every way a whole text may stand in the identifier table, if it is an identifier. */
export function identifierKeys(text: string): string[] {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(ADDRESS, '')
    .replace(/[/?#]+$/, '')
    .replace(/^\$(?=[a-z])/, '');
  if (plain === '') return [];
  const [, scheme, rest = ''] = /^(doi|orcid|ror|pmid|cik|uei|ticker|nct)[:\s]\s*(.+)$/.exec(plain) ?? [];
  const bare = scheme === undefined ? plain : rest;
  const number = bare.replace(/^0+/, '');
  const squeezed = bare.replace(/\s+/g, '');
  const [, office = '', digits = '', code = ''] = OFFICE.exec(bare) ?? [];
  const serial = digits.replace(/[\s,/-]/g, '');
  return [
    ...new Set([
      ...(/^\d{1,10}$/.test(bare) && scheme !== 'cik' ? [`pmid:${bare}`] : []),
      ...(/^\d{1,10}$/.test(bare) && scheme !== 'pmid' ? [`cik:${number}`] : []),
      ...(scheme === 'nct' ? [`nct${squeezed}`] : []),
      bare,
      ...(bare === plain ? [] : [plain]),
      ...(/\d/.test(squeezed) ? [squeezed] : []),
      ...(serial === ''
        ? []
        : [`${office}${serial}${code}`, `${office}-${serial}${code === '' ? '' : `-${code}`}`, `${office}${serial}`]),
    ]),
  ];
}
