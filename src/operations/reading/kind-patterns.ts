import type {Kind} from '../../schema/kinds.ts';
import {EXCEPTING} from './drug-classes.ts';
import {STATUS_OR_ONGOING} from './status-words.ts';

const PEOPLE = '(?:people|persons|experts|authors|researchers|scientists|investigators|inventors)';

/** Of what catalysts are no events. */
const CHEMISTRY =
  '(?:\\S+\\s+){0,3}?(?:change|chemistry|conversion|decomposition|electrolysis|esterification|fuels?|hydrogen\\w*|metathesis|oxidation|polymeri[sz]ation|reduction|splitting|synthesis)';

/** What institutions are called together, which their names say too. */
export const INSTITUTIONS =
  "(?:(?:children[’']?s|research|teaching|university)\\s+)?(?:universities|hospitals|institutes|cancer\\s+cent(?:er|re)s|medical\\s+(?:cent(?:er|re)s|schools))";

/** What the companies of a country are called together: Japanese pharma. */
export const PHARMA =
  /\s(?:(?:bio)?pharma|biotech)(?=[\s?.!]*$|\s+(?:based|developing|focused|in|from|listed|working|with)\b)/i;

/** The same before where they are: biotech munich. */
export const PHARMA_IN =
  /^\s*(?:(?:listed|private|public|small|top)\s+)?(?:biotechs?|pharmas?)\s+(?=\S+(?:\s+\S+)?[\s?.!]*$)(?!.*\b(?:approvals?|catalysts?|deals?|funding|grants?|ipos?|papers?|patents?|pipelines?|products?|drugs?|programs?|trials?|stocks?)\b)/i;

/** How texts say that drugs lose their exclusivity, or what else they may lose. */
export const losing = (what: string): string =>
  `(?:los(?:e|es|ing)|loss\\s+of)\\s+(?:patent\\s+|market\\s+)?${what}|(?:(?:going|coming|go(?:es)?)\\s+)?off[\\s-]patent|patent\\s+cliffs?`;
const LOSING = losing('exclusivity');

/** Names of institutions end in study, and begin in it where they are typed in part. */
const NO_INSTITUTION = '(?!.*\\b(?:universit\\w+|colleg\\w+|institut\\w*|cent(?:er|re)|hospital|school)\\b)';
const HOW_FAR = `phase\\s*(?:[1-4](?:\\s*/\\s*[23])?|i{1,3}|iv)|${STATUS_OR_ONGOING}`;
const PERIOD =
  '(?:20\\d\\d|[qh][1-4]\\b|jan(?:uary)?\\b|feb(?:ruary)?\\b|mar(?:ch)?\\b|apr(?:il)?\\b|may\\b|june?\\b|july?\\b|aug(?:ust)?\\b|sep(?:t(?:ember)?)?\\b|oct(?:ober)?\\b|nov(?:ember)?\\b|dec(?:ember)?\\b)';

const FORMS =
  'injections?|injectables?|pills?|tablets?|capsules?|infusions?|inhalers?|creams?|ointments?|(?:nasal\\s+)?sprays?|eye\\s*drops?';

/** The form of drugs at the end of a text. */
export const FORM = new RegExp(`\\s+(?:${FORMS})[\\s?.!]*$`, 'i');

/** A text that ends in a form of drugs: TRPM8 agonist eye drops. */
export const IN_A_FORM = new RegExp(
  `^(?!.*\\b(?:approvals|companies|papers|patents|studies|trials)\\b)(?=(?:\\S+\\s+){1,4}(?:${FORMS})[\\s?.!]*$)`,
  'i',
);

/** How a text begins or ends that asks for one, or names no kind. */
export const ASKED: readonly [RegExp, Kind][] = [
  // Drugs are made by companies, whoever studies what they are for.
  [
    /^\s*who\s+(?:is|are)\s+working\s+on\b(?=.*\b(?:(?:ant)?agonists?|ADCs?|antibod(?:y|ies)|CAR-?Ts?|degraders?|inhibitors?|vaccines?)[\s?.!]*$)/i,
    'company',
  ],
  [/^\s*(?:which|what)\s+(?:company|firm)\b/i, 'company'],
  [
    /^\s*who\s+(?:makes|made|develops|developed|is\s+(?:developing|making|selling)|sells|owns|markets|manufactures|manufactured|produces|produced|supplies|distributes)\b/i,
    'company',
  ],
  [/^\s*(?:company\s+behind|(?:makers?|manufacturers?|developers?)\s+of)\b/i, 'company'],
  [new RegExp(`^\\s*which\\s+${PEOPLE}\\b`, 'i'), 'person'],
  [new RegExp(`^\\s*${PEOPLE}\\s+(?:at|behind|for|from|in|of|on|studying|who|working)\\b`, 'i'), 'person'],
  [
    /^\s*(?:(?:best|clinical|key|leading|main|principal|top)\s+)?(?:experts|kols?|opinion\s+leaders?|investigators?(?![\s-]+(?:initiated|sponsored|led))|researchers|scientists)\b(?:\s+(?:at|for|from|in|of|on)\b)?/i,
    'person',
  ],
  [
    /^\s*who\s+(?:(?:is|are)\s+)?(?:discovered|invented|published|stud(?:y|ies|ied|ying)|works?|working|wrote)\b/i,
    'person',
  ],
  [
    /\b(?:experts?|researchers?|scientists?|investigators?|inventors?|authors|doctors|physicians|clinicians|trialists|key\s+opinion\s+leaders)[\s?.!]*$/i,
    'person',
  ],
  [
    /(?<=\S\s+)(?:researchers?|scientists?|investigators?|experts?|professors?|doctors|physicians|clinicians|trialists|authors)(?=\s+(?:at|from|in|of|on|with)\s)/i,
    'person',
  ],
  // Behind it is where they are.
  [
    /(?<=\S\s+)(?:experts|kols|researchers|scientists|investigators|clinicians|doctors|physicians)(?=\s+(?!(?:about|against|and|are|as|at|by|do|for|from|in|is|of|on|or|say|that|to|who|with)\s)\p{L}{2,}(?:\s+\p{L}{3,})?[\s?.!]*$)/iu,
    'person',
  ],
  [
    /^\s*(?:authors?|doctors|physicians|clinicians|professors?|trialists)\s+(?:at|for|in|of|on|who|working)\b/i,
    'person',
  ],
  [/^\s*people\s+affiliated\s+with\b/i, 'person'],
  [
    /(?<=^\s*(?!(?:what|which|how|why|some|many|most|the)\s)\p{L}\S+\s+)(?:researchers|scientists|investigators)\b/iu,
    'person',
  ],
  [/^\s*inventors?\b/i, 'person'],
  [/^\s*(?:which|what)\s+(?:drug|medicine)\b/i, 'product'],
  [/^\s*what\s+do(?:es)?\s+(?=.*\b(?:make|develop|have)\b)/i, 'product'],
  [
    /^\s*(?:(?:what\s+are\s+the\s+)?(?:new|newest|novel|best|current|approved|available|effective|emerging|latest)\s+)?(?:drugs?|medicines?|treatments?|therap(?:y|ies))\s+(?:for|against)\b/i,
    'product',
  ],
  [
    /^\s*who\s+are\s+(?:the\s+)?(?:best|key|leading|main|top)?\s*(?:experts|investigators|researchers|scientists)\b(?:\s+(?:at|for|in|of|on)\b)?/i,
    'person',
  ],
  [/^\s*(?:drugs|medicines|products)\s+(?:with|under|granted|given|that\s+(?:got|had|have|received))\b/i, 'product'],
  [/^(?=.*\b(?:breakthrough(?:\s+therapy)?|fast[\s-]track|prime)\s+(?:designat(?:ions?|ed)|status)\b)/i, 'product'],
  [/^(?=.*\b(?:drugs|medicines|products)\b.*\b(?:accelerated\s+approval|designations?)\b)/i, 'product'],
  // What ends is the protection of an approval.
  [
    new RegExp(
      `\\b(?:drugs?|products|medicines|brands)\\s+(?:that\\s+(?:are\\s+)?)?(?=(?:${LOSING}|with\\s+patents?\\s+expir\\w+|facing\\s+(?:LOE|loss|patent|generic))\\b)`,
      'i',
    ),
    'approval',
  ],
  [new RegExp(`^(?=.*\\b(?:${LOSING}|LOEs?\\s+(?:in\\s+)?20\\d\\d)\\b)`, 'i'), 'approval'],
  [/\b(?:drug|medicine)\s*$|(?<=^\s*(?:\S+\s+){1,4})(?:treatments?|medications?)\s*$/i, 'product'],
  [new RegExp(`\\b(?:therapies|treatments|medicines)(?=\\s+(?:${EXCEPTING})\\s)`, 'i'), 'product'],
  [
    /^\s*(?:(?:which|what)\s+(?:are\s+)?)?(?:the\s+)?(?:(?:druggable|drug|emerging|key|main|new|novel|therapeutic|validated)\s+)*(?:targets|genes)\s+(?:are\s+)?(?:(?:associated|linked)\s+(?:to|with)|(?:hit|implicated|involved|pursued|studied)\s+in|against|for|in|of)\b/i,
    'target',
  ],
  [
    /(?<=^\s*(?:\S+\s+){0,2}(?!(?:molecular|new|novel|off|potential|therapeutic)\s)\S+\s+)(?:drug\s+)?targets[\s?.!]*$/i,
    'target',
  ],
  [/\bcompany\s*$/i, 'company'],
  [/^(?=.*\bsubsidiar(?:y|ies)\b)|^(?=\s*acquisitions?\s+of\b)|^(?=.*\S\s+acquisitions?[\s?.!]*$)/i, 'company'],
  [/^(?=.*\b(?:sbir|sttr)\b.*\b(?:calls?|solicitations?|opportunit(?:y|ies))\b)/i, 'opportunity'],
  [/^(?=.*\b(?:sbir|sttr|seed\s+funding|r0[13]|r21|u01|p01|k99)\b)/i, 'funding_event'],
  [PHARMA, 'company'],
  [/(?<=\S\s+)(?:makers?|developers?|manufacturers?)[\s?.!]*$/i, 'company'],
  [
    new RegExp(
      `^\\s*(?:(?:the\\s+)?(?:best|biggest|largest|leading|major|top)\\s+)?(?=${INSTITUTIONS}\\s+(?:(?:from|in|of|near)\\b|(?!(?:acquired|infections?|stewardship)\\b)\\S+(?:\\s+(?!infections?|stewardship)\\S+)?[\\s?.!]*$)(?!.*\\b(?:approvals?|companies|drugs?|grants?|papers?|patents?|people|programs?|studies|trials?)\\b))`,
      'i',
    ),
    'institution',
  ],
  [
    new RegExp(
      `(?<=^\\S+(?:\\s\\S+){0,2}\\s)(?<!\\b(?:and|at|for|from|in|of|to|with)\\s)(?=${INSTITUTIONS}[\\s?.!]*$)`,
      'i',
    ),
    'institution',
  ],
  [/\bcompany\s+(?=(?:in|from|based|with|that|developing|making|working)\b)/i, 'company'],
  [/\bbiotech\s+(?:in|from)\b/i, 'company'],
  [PHARMA_IN, 'company'],
  [/\btrial\s*$/i, 'trial'],
  [new RegExp(`(?<=^${NO_INSTITUTION}.*\\S\\s+)study\\s*$`, 'i'), 'trial'],
  [
    new RegExp(
      `^${NO_INSTITUTION}\\s*(?:an?\\s+)?(?=(?:interventional|observational|pilot|prospective|randomi[sz]ed|retrospective)\\s+(?:\\S+\\s+)?(?:study|trial)\\s+(?:in|of|on)\\b)`,
      'i',
    ),
    'trial',
  ],
  [/^(?=.*\bwithdrawn\s+from\s+(?:the\s+)?market\b)/i, 'product'],
  [/\bpatent\s*$/i, 'patent'],
  [/\b(?:paper|article|reviews?)\s*$/i, 'paper'],
  [/^\s*(?:systematic\s+)?(?:reviews?|meta-?analys[ie]s)\s+(?:about|of|on)\b/i, 'paper'],
  [/^\s*(?:(?:fda|ema|eu|us)\s+)?approval\s+of\b/i, 'approval'],
  // Approvals of orphans say so in their names.
  [
    /\b(?:fda|ema)\s+(?=(?:accelerated|orphan)\b)|(?<=\borphan(?:\s+drug)?\s+)(?:approvals?|designations?)\b|(?<=\baccelerated\s+)approvals?\b/i,
    'approval',
  ],
  [/\b(?:fda|ema)\s+approvals?\b/i, 'approval'],
  [/\bapproval\s*$/i, 'approval'],
  // Biosimilars are approvals beside the product that they are of.
  [
    /^(?!.*\b(?:candidates?|compan(?:y|ies)|drugs?|makers?|proposed|papers?|patents?|stud(?:y|ies)|trials?)\b)(?=.*\bbiosimilars?\b)/i,
    'approval',
  ],
  [
    /\b(?:grant|funding|open|research)\s+opportunit(?:y|ies)\b|\b(?:grant|funding)\s+calls?\b|\bcalls?\s+for\s+(?:proposals|applications)\b/i,
    'opportunity',
  ],
  [
    /^\s*(?:opportunities|calls)\s+(?:that\s+)?(?:clos\w+|due|open\w*|(?:with\s+)?deadlines?)\b|(?<!\b(?:and|challenges|new|or)\s+)\bopportunities[\s?.!]*$/i,
    'opportunity',
  ],
  // What closes can still be applied for.
  [
    /(?=.*\b(?:clos(?:es?|ing)|deadlines?|due)\b)\b(?:grants?|funding|awards?)\b|\b(?:grants?|funding|awards?)\b(?=.*\b(?:clos(?:es?|ing)|deadlines?|due)\b)/i,
    'opportunity',
  ],
  // Their types are words of theirs.
  [
    /\b(?:financing|funding|fundraising|venture(?:\s+capital)?)\s+rounds?\b|(?<=\b(?:seed|series\s+[a-h])\s+)(?:rounds?|financings?)\b/i,
    'funding_event',
  ],
  [
    /^(?=.*(?<!\b(?:case|a)\s+)\b[Ss]eries\s+[A-Ha-h]\b)|^(?=.*\bIPOs\b)|^(?=\s*(?:(?:[Bb]iotech|[Bb]iggest|[Ll]argest|[Rr]ecent)\s+)*[Ii][Pp][Oo]s?(?:\s+(?:in\s+|of\s+)?(?:19|20)\d\d)?[\s?.!]*$)/,
    'funding_event',
  ],
  [/\bfunding\b/i, 'funding_event'],
  // Their names say these words.
  [/^(?!.*\b(?:submissions?|filings?)\b)(?=.*\b(?:anda|nda|bla)s?\b)/i, 'approval'],
  [/^(?=.*\b(?:s?nda|s?bla|maa)\s+(?:submissions?|filings?)\b)/i, 'catalyst'],
  [
    /^(?=.*\b(?:eu|horizon)\b.*\bcalls?\b)|^(?=\s*(?:horizon\s+europe|msca)\b)|^(?=.*\bnih\s+opportunities\b)/i,
    'opportunity',
  ],
  [/^(?=.*\b(?:clinical\s+holds?|pdufas?|adcoms?|complete\s+response\s+letters?)\b)/i, 'catalyst'],
  [/^(?=.*(?<![$:]\s?)\bCRLs?\b)/, 'catalyst'],
  [/^\s*[Cc]atalysts?\s+(?:at|for|from|of)\s+(?=\p{Lu})/u, 'catalyst'],
  [/^(?=.*\breadouts?\b)/i, 'catalyst'],
  [
    new RegExp(
      `\\b(?:biotech\\s+)?catalysts?(?=\\s+(?:in\\s+|for\\s+)?${PERIOD})|\\b(?:biotech\\s+)?catalysts[\\s?.!]*$|(?<=\\S\\s+)catalyst[\\s?.!]*$|^\\s*catalysts\\s+(?!(?:and|of|for\\s+${CHEMISTRY})\\b)(?=\\S)|\\b(?:filing|submission|approval|readout|pdufa)\\s+catalysts?\\b|^\\s*(?:biotech|coming|next|upcoming)\\s+(?:biotech\\s+)?catalysts?\\b`,
      'i',
    ),
    'catalyst',
  ],
  [/^\s*(?:which|what)\s+(?:trial|study)\b/i, 'trial'],
  [/^\s*(?:which|what)\s+patent\b/i, 'patent'],
  [/^\s*(?:which|what)\s+paper\b/i, 'paper'],
  [/^\s*patent\s+(?!(?:foramen|ductus|airways?)\b)/i, 'patent'],
  [/^\s*(?:paper|article)\s/i, 'paper'],
  [/^\s*company\s|^\s*(?=acquired\s+by\s)/i, 'company'],
  [/^\s*(?:the\s+)?gene\s+(?:for|behind|mutated\s+in|that\s+causes)\b/i, 'target'],
  [/^\s*approval\s|\bapproval(?=\s+(?:(?:by|in)\s+)?(?:FDA|EMA|PMDA|MHRA|NMPA|Europe|EU|US|USA)\b)/i, 'approval'],
  // Grant is also a name.
  [
    /^\s*(?:grant|award)\s|\b(?:grant|award)\s*$|(?<=\b(?:[Nn][Ii][Hh]|NSF|SBIR|STTR)\s+)(?:grant|award)\b/,
    'funding_event',
  ],
  [
    new RegExp(`^${NO_INSTITUTION}\\s*(?:clinical\\s+)?(?:trial|study)\\s+(?!(?:designs?|protocols?)\\b)`, 'i'),
    'trial',
  ],
  [new RegExp(`(?<=\\b(?:${HOW_FAR})\\s+)(?:trial|study)\\b|\\btrial(?=\\s+(?:${HOW_FAR})\\b)`, 'i'), 'trial'],
  // A status is one of trials, unless something else is said to have it.
  [
    new RegExp(
      `^(?!.*\\b(?:approvals?|drugs?|medicines?|products?|vaccines?|withdrawn.*(?:ors?|ists?|ers?|antibod(?:y|ies)))\\b)(?=\\s*(?:${STATUS_OR_ONGOING})\\s+\\S)`,
      'i',
    ),
    'trial',
  ],
  [/^(?=.*\S\s+(?:recruiting|completed|suspended|terminated)\s*$)(?!(?:\S+\s+){6})/i, 'trial'],
  // Few words around one of a kind; more are a title.
  [/^(?!.*\b(?:designs?|protocols?)\b)(?=\s*(?:\S+\s+){1,4}trial(?:\s+\S+){1,3}\s*$)/i, 'trial'],
  [/^(?=\s*(?:\S+\s+){1,3}patent(?!\s+(?:foramen|ductus|airways?|blue))(?:\s+\S+){1,3}\s*$)/i, 'patent'],
  [
    /^(?=.*\b(?:investigator[\s-]+(?:initiated|sponsored)|open[\s-]+label|first[\s-]+in[\s-]+human|dose[\s-]+escalation)\b)/i,
    'trial',
  ],
  [
    /^\s*(?:(?:early|late)[\s-]stage\s+|phase\s*(?:[1-3]|i{1,3})\s+)?programs\b|^\s*program\s+(?:against|at|for|in|of|targeting)\b|(?<!\b(?:training|education(?:al)?|research|screening|mentoring|outreach|fellowship|access|assistance|health|prevention|support|vaccination)\s+)\bprograms(?=\s*$|(?<=^\s*(?:\S+\s+){1,3}programs)\s+(?:\S+\s*){1,4}$)/i,
    'program',
  ],
  // In a form of drugs it asks for drugs.
  [IN_A_FORM, 'product'],
];
