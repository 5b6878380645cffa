import {LISTS} from './list-wordings.ts';
import {OF_PATIENTS} from './of-patients.ts';
import {REGULATORY} from './regulatory-wordings.ts';
import {SPECIALISTS} from './specialists.ts';
import {UNTOLD} from './untold.ts';

/** Drugs by the ends of their names, which routes are abbreviated before or behind. */
const BIOLOGIC = '\\p{L}{3,}(?:mab|cept|tide|ase|ept)';

/** How a text asks for what was approved before others of its class. */
export const EARLIEST: readonly RegExp[] = [
  /^(?:(?:what|which) (?:was|is) )?(?:the )?(?:first|earliest|oldest)(?:[- ]ever)? (?:(?:fda|ema)[- ]?)?approved (\S.*?)[ ?.!]*$/i,
  /^(?:the )?first(?:[- ]ever)? (?!(?:half|in|line|quarter)[ -])(\S.*?) (?:approval|approved|to be approved)[ ?.!]*$/i,
];

/** How a text asks for what was approved last. */
export const LATEST = [
  /^(?:(?:what|which) are )?(?:the )?(?:new(?:est)?|latest|most recent|recent(?:ly approved)?|newly approved) (?!(?:york|zealand|jersey|mexico|england|hampshire|haven|orleans|delhi|daily|onset|world|drug application)\b)(?!.*\b(?:applications?|approvals?|papers|patents|trials)\b)(.*\b(?:drugs?|medicines|medications|therapies|treatments|(?:ant)?agonists|inhibitors|blockers|modulators|degraders|antibodies|adcs|bispecifics|biologics|car[ -]?ts?|vaccines|antibiotics|anti\p{L}{5,}s))\b/iu,
  /\b(?:drugs?|medicines|medications|therapies|treatments) (?:recently|newly) approved\b/i,
] as const;

const NATIONS =
  'american|australian|austrian|belgian|brazilian|british|canadian|chinese|czech|danish|dutch|european|finnish|french|german|indian|irish|israeli|italian|japanese|korean|norwegian|polish|portuguese|scottish|singaporean|spanish|swedish|swiss|taiwanese|uk|us';
/** What else texts ask for of the companies of a country. */
const OTHER_THAN_COMPANIES =
  'approvals?|catalysts?|companies|deals?|drugs?|funding|grants?|ipos?|papers?|patents?|pipelines?|products?|programs?|stocks?|trials?';

/** How people write what texts say otherwise. */
export const WORDINGS: readonly (readonly [RegExp, string])[] = [
  ...UNTOLD.map(([asked, plain]) => [asked, plain] as const),
  ...LISTS,
  // Before exposure to HIV, unless another germ is named; in capitals it is a gene, too.
  [/(^|\bfor )(?:HIV )?PrEP(?= |$)/, '$1HIV pre-exposure prophylaxis'],
  [
    /^(?:(?:long[- ]acting )?HIV prevention(?: drugs)?|(?:drugs|medicines) to prevent HIV)[ ?.!]*$/i,
    'HIV pre-exposure prophylaxis drugs',
  ],
  [
    /\bfor (?:my|our) (?:\S+ )?(?:aunt|baby|boy|brother|child|children|dad|daughter|father|friend|girl|grand\w+|husband|kids?|mom|mother|mum|parents?|partner|patients?|sister|son|uncle|wife) (?:with|who has) (?=\S)/i,
    'for ',
  ],
  [/\bfor (?:my|our) (?=\S)/i, 'for '],
  [
    /^(?:what|which) (?:targets|kinases) (?:does|do) (\S.*?) (?:act on|bind|block|engage|hit|inhibit|target)(?: to)?[ ?.!]*$/i,
    'targets of $1',
  ],
  // A single word behind it, so that nothing else is said of the target.
  [
    /^((?:\S+ )?(?:adcs?|antibod(?:y|ies)|bispecifics?|car-?ts?|conjugates?|degraders?|mabs?|sirnas?|vaccines?|oligonucleotides|radioligands?)) (?:(?:that|which) targets?|targeting|directed (?:at|against)) (\S*[^\s?.!])(?= (?:in|for) |[ ?.!]*$)/i,
    '$2 $1',
  ],
  [
    /^accelerated approval drugs (?:in|for) (\S.*?)(?= in (?:19|20)\d\d|[ ?.!]*$)/i,
    '$1 drugs with accelerated approval',
  ],
  [
    /^(?:principal )?investigators (?:for|of|on) (\S(?:(?! with | running ).)*?) (?:clinical )?(?:trials|studies)(?= (?:at|in) |[ ?.!]*$)/i,
    '$1 researchers',
  ],
  // That they are clinical all trials have in common.
  [/\bclinical (?=(?:trials|studies)\b)/gi, ''],
  [
    new RegExp(`^(${NATIONS}) (?:bio)?(?:tech|pharma)s? (?=\\S)(?!.*\\b(?:${OTHER_THAN_COMPANIES})\\b)`, 'i'),
    '$1 companies ',
  ],
  [
    /^(?:open |current )?calls (?:for|in|on|about) (?!(?:applications?|papers|proposals?)\b)(?=\S)|^open calls (?=\S)(?!for\b)/i,
    'calls for proposals on ',
  ],
  [/^(?!.*\b(?:eu|horizon|msca|nih)\b)(\S.*?) open calls[ ?.!]*$/i, 'calls for proposals on $1'],
  [
    /^(?:what|which) (?:new )?(drugs|medicines|therapies|treatments|vaccines) are (?:coming(?: up)?|in the pipeline|on the horizon|upcoming) (?:for|in|against) (\S.*?)[ ?.!]*$/i,
    '$1 in development for $2',
  ],
  [/^(?:upcoming|coming) (\S.*?) (drugs|medicines|therapies|treatments)[ ?.!]*$/i, '$1 $2 in development'],
  [
    /^(?:what|which|who) (?:(?:companies|drugs|medicines|products) )?competes? with (\S.*?)[ ?.!]*$/i,
    'competitors of $1',
  ],
  [
    /^(?:biotech |pharma )?companies (?:based )?in (\S+(?: \S+)??) (?:developing|focused on|making|with|working on) (\S.*?)(?: drugs| medicines| treatments)?[ ?.!]*$/i,
    '$2 companies in $1',
  ],
  [/^pipeline of (\S.*?)[ ?.!]*$/i, '$1 pipeline'],
  [/(?<=\S )kols?[ ?.!]*$/i, 'experts'],
  [
    /^(\S+(?: \S+)?) new (antibiotics|antibodies|drugs|medicines|therapies|treatments|vaccines)[ ?.!]*$/i,
    'new $2 for $1',
  ],
  [/^(\S+(?: \S+)?) acquired companies[ ?.!]*$|^acquisitions by (\S+)[ ?.!]*$/i, 'companies acquired by $1$2'],
  [/\bshaky hands?\b/i, 'essential tremor'],
  [/\bbutterfly skin(?: disease)?\b/i, 'epidermolysis bullosa'],
  [/^vaccines? to prevent (\S.*?)[ ?.!]*$/i, '$1 vaccines'],
  ...EARLIEST.map((pattern) => [pattern, 'approved $1'] as const),
  [LATEST[0], '$1'],
  // Of competitors of Sarepta in Duchenne the companies for it other than Sarepta.
  [/^(?:competitors?|rivals?) (?:of|to) (\S.*?) (?:in|for) (\S.*?)[ ?.!]*$/i, '$2 companies except $1'],
  [/^(\S.*?)(?:['’]s)? (?:competitors?|rivals?) (?:in|for) (\S.*?)[ ?.!]*$/i, '$2 companies except $1'],
  [
    /^(?:which )?big pharmas?(?: companies)? (?:with|in|working on) (?:an? )?(\S.*?)(?: pipelines?| programs?)?[ ?.!]*$/i,
    '$1 companies',
  ],
  [
    /^(?:the |who are the )?(?:top|best|leading|key|main|biggest|world['’]?s leading) (?=.*\b(?:experts?|researchers?|kols?|scientists|investigators)\b)/i,
    '',
  ],
  [/^(?:which|what) (.+?) (?:are|is) (?=(?:in|under) (?:phase|clinical|late|early|development)\b)/i, '$1 '],
  [
    /^(?:has|have) (?:any(?:thing)?|a) (?:drugs?|treatments?|medicines?)? ?(?:ever )?been approved (?:for|to treat|against) /i,
    'approved drugs for ',
  ],
  [
    /^(?:what|which) (?:drugs|medicines|products) did (?:the )?(fda|ema) approve (?:for |against )?(.*?) ?(?:in )?((?:19|20)\d\d)?[ ?.!]*$/i,
    '$1 approvals $2 $3',
  ],
  [
    /^which (?:big )?(?:pharma )?companies have (\S.*?) (?:drugs |medicines )?in (phase (?:[1-3]|i{1,3}))[ ?.!]*$/i,
    'companies with $2 $1 drugs',
  ],
  [/\bopen ((?:nih|eu|nsf) )?grants?\b/gi, 'open $1opportunities'],
  [
    /^(?:1st|2nd|3rd|first|second|third)[- ]line (?!.*\b(?:trials?|stud(?:y|ies)|papers?)\b)(\S.*?)(?: (?:treatments?|therap(?:y|ies)|drugs))?[ ?.!]*$/i,
    '$1 drugs',
  ],
  [
    /^(?!.*\b(?:trials?|stud(?:y|ies)|papers?)\b)(\S.*?) (?:1st|2nd|3rd|first|second|third)[- ]line(?: (?:treatments?|therap(?:y|ies)|drugs))?[ ?.!]*$/i,
    '$1 drugs',
  ],
  [/\bafrican (?:countries|nations)\b/gi, 'Africa'],
  [/\bafrican (?=(?:hospitals|institutions|sites|trials|universities)\b)/gi, 'Africa '],
  [/\b((?:asian|european|nordic|latin american)) countries\b/gi, '$1'],
  // How new its mechanism is no file says.
  [
    /\b(?:first|best)[- ]in[- ]class (?!(?:approved )?(?:drugs?|medicines?|products?|therapies|treatments?)[ ?.!]*$)(?=\S)/gi,
    '',
  ],
  // How often a drug is taken its class or its form says, if anything does.
  [
    /^(?!.*\b(?:dos(?:e|es|ing)|papers?|stud(?:y|ies)|trials?|versus|vs)\b)(.*?)\b(?:once|twice|three times)[- ](?:daily|a day) (?=.*\b(?:drugs?|medicines?|pills?|tablets?|therapies|treatments?)[ ?.!]*$)/i,
    '$1',
  ],
  [/\bsocial anxiety(?: disorder)?\b/gi, 'social phobia'],
  // Greetings, and whom a text talks to.
  [
    /^(?:(?:hey|hi|hello)(?: there)?[,!]? )?(?:(?:can|could|would) you (?:please )?)?(?:please )?(?:tell|show|give|find) (?:me |us )(?:(?:stuff|things|everything|something|more) (?:about|on) )?(?=\S)/i,
    '',
  ],
  [/^(?:hey|hi|hello)(?: there)?[,!]? (?=\S+ \S)/i, ''],
  [/^who(?: is|['’]s)? (?:doing|running) (?:clinical )?trials (?:in|of|on|for|with) (\S.*?)[ ?.!]*$/i, '$1 trials'],
  [
    /\bnot (?:based )?(?:in|from) (?=(?:the )?(?:u\.?s\.?a?|united states|america|u\.?k\.?|united kingdom|china|europe|eu|japan|asia|india|germany|france|switzerland|korea|israel|canada|australia)\b)/gi,
    'outside ',
  ],
  [/^(\S.*?)(?: (?:that|which))?(?: (?:you|i|we) can)? (?:take|taken) by mouth[ ?.!]*$/i, 'oral $1'],
  ...OF_PATIENTS,
  [
    /^(shots|injections|jabs|pills|tablets|capsules|creams|ointments|eye ?drops|nasal sprays|inhalers|patches) (?:for|against) (\S.*?)[ ?.!]*$/i,
    '$2 $1',
  ],
  [/\b(?:shots|jabs)[ ?.!]*$/i, 'injections'],
  [/^(?:anything|something) (?:new )?for (\S.*?)[ ?.!]*$/i, 'drugs for $1'],
  // What sells best no file says.
  [/^(?:the )?(?:(?:best|top)[- ]selling|blockbuster) (?=\S)/i, ''],
  // What the agency refuses it says so of in a letter.
  [
    /^(?:the )?FDA (?:rejected|refused|declined|turned down) (?:drugs? for |drugs? in )?(\S.*?)[ ?.!]*$/i,
    'complete response letter $1',
  ],
  [
    /^(\S.*?)(?: drugs?)? (?:that )?(?:was |were )?(?:rejected|refused|turned down) by (?:the )?FDA[ ?.!]*$/i,
    'complete response letter $1',
  ],
  // The target is called by its symbol alone.
  [/^(\p{Lu}[\p{Lu}\d-]{2,}|(?=.*\d)\p{Ll}[\p{Ll}\d-]+) target[ ?.!]*$/u, '$1'],
  // Of letters alone some institution is called as well.
  [/^(?=\S*\d)(\p{Lu}[\p{Lu}\d-]{2,}) gene[ ?.!]*$/u, '$1'],
  // Whose a drug is: whoever makes it.
  [
    /^(?:the |current )?(?:(?:marketing authori[sz]ation|licen[cs]e|mah|nda|bla|rights) )?(?:holders?|originators?|owners?) (?:of|for) (?!(?:designations?|orphan|patents?|shares?|stock)\b)(\S+(?: \S+)?)[ ?.!]*$/i,
    'who makes $1',
  ],
  [
    /^(\S+(?: \S+)?)(?:['’]s)? (?:owner|originator|(?:marketing authori[sz]ation|licen[cs]e) holder)[ ?.!]*$/i,
    'who makes $1',
  ],
  [
    /^(?:who|which company) (?:has|holds|have|owns) (?:the )?(?:(?:commercial|exclusive|global|marketing|us) )*rights (?:to|for|of|on) (\S+(?: \S+)?)[ ?.!]*$/i,
    'who makes $1',
  ],
  [
    /^(?:who|which company) (?:has|holds|owns) (?:the |a )?patents? (?:on|for|to|of|covering) (\S+(?: \S+)?)[ ?.!]*$/i,
    '$1 patents',
  ],
  [
    /^when (?:do|does|will|did) (?:the )?(\S+(?: \S+)??) (?:lose|go|come) (?:its |their )?(?:patent protection|patents?|exclusivity|generic|off[ -]patent)[ ?.!]*$/i,
    '$1 patents',
  ],
  [/^generics? (?:makers?|manufacturers?|producers?|suppliers?) (?:of|for) (\S+(?: \S+)?)[ ?.!]*$/i, 'generics of $1'],
  [
    /^(?:makers|manufacturers|developers|producers) of (\S+(?: \S+){0,3}?) (?:drugs|medicines|products)[ ?.!]*$/i,
    '$1 companies',
  ],
  [
    /^(?:makers|manufacturers|developers|producers) of (\S+(?: \S+){0,3}? (?:antibodies|therapies|vaccines))[ ?.!]*$/i,
    '$1 companies',
  ],
  // What committees of agencies advise on.
  [
    /^((?:fda |upcoming |next )*)advisory committees?(?: (?:meetings?|dates?))?(?=[ ?.!]*$| (?:in |for |on )?\S+(?: \S+)?[ ?.!]*$)/i,
    '$1adcom',
  ],
  [/(?<=\bapproved\b.*)\b(?:novel|new) (?=(?:\S+ )?(?:drugs|medicines|therapies|treatments)\b)/gi, ''],
  // Germs as what is against them is called.
  [/\b((?:pneumo|meningo|strepto|entero|gono)cocc)us\b/gi, '$1al'],
  [/\btop-?line (?:data|results)\b/gi, 'readouts'],
  [/^(?:an? )?(hospital|institute|medical school|cancer cent(?:er|re)) (?=in \p{Lu})/u, '$1s '],
  [/^(?:an? )?university (?=in \p{Lu})/iu, 'universities '],
  [/^patents? expiring for (\S+(?: \S+)?)[ ?.!]*$/i, '$1 patents'],
  [/\bstart-ups?\b/gi, 'startups'],
  [/\bsmall[ -]business (?=(?:grants?|awards?|funding)\b)/gi, 'SBIR '],
  [/\bonce[ -]daily (?=oral\b)/gi, ''],
  // A trial that takes people is called recruiting.
  [/\bopen (?=(?:clinical )?(?:trials|studies)\b)/gi, 'recruiting '],
  // What is said of weight and hair as of a disease.
  [
    /\bweight[ -]loss (?=(?:drugs?|injections?|jabs?|medications?|medicines?|pills?|shots?|tablets?|therap(?:y|ies)|treatments?|compan(?:y|ies))\b)/gi,
    'obesity ',
  ],
  // Hair loss drugs are read as they are.
  [/\bhair[ -]loss (?=(?!drugs?\b)\S)/gi, 'alopecia '],
  [/\b(?:blood thinners?|anticoagulants?) reversals?(?: agents?| drugs?)?/gi, 'anticoagulant reversal agent'],
  [/^(\S+) (?:overdose|poisoning|toxicity) antidotes?[ ?.!]*$/i, '$1 overdose'],
  ...SPECIALISTS,
  ...REGULATORY,
  [/^(kappa|mu|delta)[- ]opioid[ ?.!]*$/i, '$1 opioid receptor'],
  [/\bradiopharma\b/gi, 'radiopharmaceutical'],
  [/\bamr\b/gi, 'antimicrobial resistance'],
  [/\bmarie (?:sk[łl]odowska[- ])?curie (?=(?:actions?|fellowships?|calls?|grants?)\b)/gi, 'MSCA '],
  [/\bj ?& ?j\b/gi, 'Johnson & Johnson'],
  // The second half of a year, not histamine's second receptor.
  [/\b(?:h1 (?:of )?((?:19|20)\d\d)|((?:19|20)\d\d) h1)\b/gi, 'first half of $1$2'],
  [/\b(?:h2 (?:of )?((?:19|20)\d\d)|((?:19|20)\d\d) h2)\b/gi, 'second half of $1$2'],
  [/\blnps?\b/gi, 'lipid nanoparticle'],
  [/\bmabs\b/gi, 'antibodies'],
  [/\blarge[ -]cap\b/gi, 'large'],
  [/\b(?:small|mid|micro)[ -]cap\b/gi, 'small'],
  [/^(?:the )?(?:company |biotech |drug )?(?:formerly|previously|once) (?:known as|called|named) (?=\S)/i, ''],
  [
    /^(\S.*?),? who (makes|made|owns|develops|developed|sells|markets|manufactures|produces)(?: (?:it|them|that|this))?[ ?.!]*$/i,
    'who $2 $1',
  ],
  [
    /^(?:the |which |what )?patents (?:covering|that cover|protecting|that protect|listed for|behind|for|on) (\S+(?: \S+)?)(?: in the orange book)?[ ?.!]*$/i,
    '$1 patents',
  ],
  [
    /^(?:the )?patent (?:expir(?:y|ation)|life|cliff|term)(?: date)?s? (?:of |for )?(?!(?:19|20)\d\d)(\S+(?: \S+)??)[ ?.!]*$/i,
    '$1 patents',
  ],
  [/^(?!\S+ing )(\S+(?: \S+)?) patent (?:expir(?:y|ation)|life|cliff|term)(?: date)?s?[ ?.!]*$/i, '$1 patents'],
  [/^when (?:do|does|will|did) (?:the )?(\S+(?: \S+)??)(?:['’]s)? patents? expire[ ?.!]*$/i, '$1 patents'],
  [
    /^(?:[Rr]ecent |[Ll]atest )?(?:[Aa]cquisitions|[Tt]akeovers|[Bb]uyouts) by (\p{Lu}\S*(?: \S+){0,2}?(?: (?:in )?(?:19|20)\d\d)?)[ ?.!]*$/u,
    'companies acquired by $1',
  ],
  [/\bbiosims?\b/gi, 'biosimilar'],
  [/\bpain[ -]killers?\b/gi, 'painkillers'],
  // CRL is also a ticker, and a ligase.
  [/(?<![$:] ?)\bCRLs\b|\bCRL(?= (?:19|20)\d\d\b)/g, 'complete response letter'],
  [/\b(adcomm?s?) meetings?\b/gi, '$1'],
  [
    /^drug targets (?!(?:against|associated|for|hit|implicated|in|involved|linked|of|pursued|studied)\b)(\S+(?: \S+)?)[ ?.!]*$/i,
    '$1 targets',
  ],
  [/\b(?:companys|compnies|comapnies|companes|compagnies|campanies)\b/gi, 'companies'],
  // Schemes before identifiers, which are known by their form.
  [/^(?:nasdaq|nyse(?: american| mkt)?|amex)\s*:\s*(?=[A-Z]{1,5}(?:\.[A-Z]{1,2})?$)/i, '$$'],
  [/^(?:unii|drugbank(?: id)?|uniprot|chembl id)(?::\s*|\s+)(?=\S*\d\S*$)/i, ''],
  [/^cas(?: no\.?| number)?(?::\s*|\s+)(?=\d{2,7}-\d\d-\d$)/i, ''],
  [/^inchikey(?::\s*|\s+)(?=[A-Z]{14}-[A-Z]{10}-[A-Z]$)/i, ''],
  [/\bsub-?(?:q|cut|cu)\b/gi, 'subcutaneous'],
  [new RegExp(`\\bs\\.?c\\.? (?=${BIOLOGIC}\\b)|(?<=\\b${BIOLOGIC}) s\\.?c\\.?(?=$| )`, 'giu'), ' subcutaneous '],
  // One of PD-1s or GLP-1s.
  [/(?<![\p{L}\d-])(\p{Lu}[\p{L}]*-?\d+)s(?![\p{L}\d])/gu, '$1'],
  // A GLP-1 pill is an oral one.
  [/^(?!oral )(\S*(?:\d|\p{Lu}{2})\S*(?: \S+){0,2}) (?:[Pp]ills?|[Tt]ablets?)(?=[ ?.!]*$| (?:for|in) )/u, 'oral $1'],
  [/\bnext[ -]gen\b/gi, 'next-generation'],
  // How new a drug is no text of it says.
  [/^(?:the )?(?:next-generation|novel|newer|newest|emerging) (?!sequencing\b)(?=\S)/i, ''],
  [/(?<=\S) next-generation[ ?.!]*$|(?<=\S \S+) (?:new|novel)[ ?.!]*$/i, ''],
  [/\b1st[ -]gen(?:eration)?\b/gi, 'first-generation'],
  [/\b2nd[ -]gen(?:eration)?\b/gi, 'second-generation'],
  [/\b3rd[ -]gen(?:eration)?\b/gi, 'third-generation'],
  [/\b4th[ -]gen(?:eration)?\b/gi, 'fourth-generation'],
];
