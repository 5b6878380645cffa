-- How the names of targets are compared, and which target each name leads to.

-- One form for all spellings: case, accents, blanks, hyphens, slashes and brackets are ignored; Greek letters, their
-- names and the Latin letters used for them are the same (TNFα, TNF-alpha, TNFA), and so are tumour and tumor.
create or replace temp macro greek(s) as
  replace(replace(replace(replace(replace(replace(s, 'α', 'alpha'), 'β', 'beta'), 'γ', 'gamma'), 'δ', 'delta'), 'κ', 'kappa'), 'μ', 'mu');
create or replace temp macro target_key(s) as
  regexp_replace(replace(replace(replace(replace(replace(replace(replace(replace(regexp_replace(greek(fold(s)), '[^\p{L}\p{N}]+', '', 'g'),
    'alpha', 'a'), 'beta', 'b'), 'gamma', 'g'), 'delta', 'd'), 'kappa', 'k'), 'tumour', 'tumor'), 'oestrogen', 'estrogen'), 'haem', 'hem'),
    '(receptor|kinase|channel|transporter)s$', '\1');
create or replace temp macro text_tokens(s) as list_filter(regexp_split_to_array(replace(greek(s), '''', ''), '[^\p{L}\p{N}]+'), lambda t: t <> '');

-- Targets of HGNC, and those that their source states the symbol of.
create table gene as
select id, natural_key, case when starts_with(natural_key, 'hgnc:') then name else target_symbol end as symbol, attributes ->> 'ensembl_id' as ensembl, aliases from entity
where kind = 'target' and state = 'live' and (starts_with(natural_key, 'hgnc:') or target_symbol is not null);

-- The project's own list of names used in the industry. A complex or family has a label of its own and all its members,
-- never one of them; where it has none, the first member leads, as in the mechanisms of its drugs (PARP1 of PARP, CDK4 of CDK4/6).
create table trade_word as
select target_key(word) as name_key, word, nullif(label, '') as label, symbols, source
from (select label, split_list(symbols, '|') as symbols, unnest(list_distinct(list_concat(coalesce(split_list(words, '|'), []), list_filter([label], lambda l: l <> '')))) as word, source from vocabulary_targets);

-- The target of a word: a gene (symbol, Ensembl id) or a family (label without symbol); `sort` is symbol, trade, or
-- alias.
create table target_word as
with symbol as (
  select target_key(symbol) as name_key, symbol, 'symbol' as sort from gene
  union select target_key(ensembl), symbol, 'symbol' from gene where ensembl is not null
), trade as (
  select name_key, coalesce(min(label), min(symbols[1])) as label, any_value(symbols) as symbols, min(label) is not null as family
  from trade_word group by name_key having count(distinct coalesce(label, symbols[1])) = 1
), alias as (
  -- PARTICLE and similar symbols count only in capitals; otherwise they are words.
  select name_key, min(symbol) as symbol, bool_and(regexp_matches(said, '^\p{Lu}+$')) as is_acronym from (
    select symbol, said, target_key(said) as name_key from (select symbol, unnest(aliases) as said from gene)
  ) where name_key <> '' group by name_key having count(distinct symbol) = 1
), spelled as (
  select distinct symbol, array_to_string(text_tokens(lower(said)), ' ') as words from (select symbol, unnest(aliases) as said from gene) where not regexp_matches(lower(said), 'pseudogene')
), common as (
  -- What five other genes bear with a letter or number after it names none of them: interferon (alpha, beta ...), cadherin (1, 2 ...).
  select replace(a.words, ' ', '') as said from spelled a join (
    select symbol, regexp_extract(words, '^(.+?) (?:alpha|beta|gamma|delta|epsilon|kappa|lambda|mu|pi|theta|zeta|omega|sigma|[a-z]|[ivx]+|\d{1,2}[a-z]?)\b', 1) as head from spelled
  ) o on o.head = a.words and o.symbol <> a.symbol group by a.words having count(distinct o.symbol) >= 5
), every as (
  select name_key, label, symbols, family, 'trade' as sort, 1 as rung, false as is_acronym from trade
  union all select name_key, symbol, [symbol], false, sort, 2, false from symbol
  union all select name_key, symbol, [symbol], false, 'alias', 3, is_acronym from alias where name_key not in (select target_key(said) from common)
), chosen as (
  -- A symbol means its gene whatever the industry means by the word, unless the project's list says otherwise. A name of
  -- the list without genes has none.
  select name_key, min_by(label, rung) as label, arg_min_null(symbols, rung) as symbols, min_by(family, rung) as family, min_by(sort, rung) as sort, min_by(is_acronym, rung) as is_acronym from every group by name_key
)
select c.*, g.ensembl, case when c.family then null else c.label end as symbol,
  list_has_any(c.symbols, (select list(symbol) from gene where list_bool_or([regexp_matches(lower(a), '\breceptors?\b') for a in aliases]))) as is_receptor
from chosen c left join (select symbol, min(ensembl) as ensembl from gene group by symbol) g on g.symbol = case when not c.family then c.label end
where (c.family or g.symbol is not null)
  -- The plural of protein is not protein S, nor SNARE proteins SNAR-E, nor PNH, a disease, PIGA, nor a positive
  -- allosteric modulator PAM.
  and c.name_key not in ('proteins', 'snare', 'pnh', 'pam');

-- The genes of each complex and family.
create table target_member as
select distinct f.label, g.id from (select label, unnest(symbols) as symbol from target_word where family) f join gene g using (symbol);

-- The name of a complex or family in the list means all its members: if a source has it as a target of its own (CGRP
-- receptor, with one of its two genes), the name would lead elsewhere. Its names and statements become theirs.
create temp table whole as
select e.id, w.label, list_filter(list_prepend(e.name, coalesce(e.aliases, [])), lambda a: not regexp_matches(a, '^\w{1,2}$')) as names
from entity e join target_word w on w.name_key = target_key(e.name) and w.family
where e.kind = 'target' and e.state = 'live' and regexp_matches(e.natural_key, '^(gtopdb|interpro):') and w.label in (select label from target_member);
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), w.names)))
from (select m.id, list_distinct(flatten(list(w.names))) as names from whole w join target_member m using (label) group by m.id) w where w.id = entity.id;
create temp table said_of_whole as
select e.*, m.id as member, t.confidence as told, t.record
from edge e join whole w on w.id = e.target join target_member m using (label) left join edge_told t on t.source = e.source and t.relation = e.relation and t.target = e.target
where e.relation <> 'part_of' and not exists (from edge o where o.source = e.source and o.relation = e.relation and o.target = m.id)
qualify row_number() over (partition by e.source, e.relation, m.id order by e.target) = 1;
insert into edge select * exclude (member, told, record) replace (member as target) from said_of_whole;
insert into edge_told (source, relation, target, confidence, record) select source, relation, member, told, record from said_of_whole where told is not null or record is not null;
delete from edge where source in (select id from whole) or target in (select id from whole);
delete from provenance where entity_id in (select id from whole);
delete from entity where id in (select id from whole) or merged_into in (select id from whole);
drop table whole; drop table said_of_whole;

-- Common names of a target lead to it: the words of the list become names of their genes, and for a family of all its
-- members.
update entity set aliases = list_sort(list_distinct(list_concat(coalesce(entity.aliases, []), said.words)))
from (
  select g.id, list(distinct w.word) as words from (select unnest(symbols) as symbol, word from trade_word) w join gene g using (symbol)
  where fold(w.word) <> fold(g.symbol) and not exists (from unnest(coalesce(g.aliases, [])) t(a) where fold(a) = fold(w.word)) group by g.id
) said where said.id = entity.id;

-- The name of a family (penicillin-binding protein) is not a name of the single one of a germ that some source lists
-- under it.
update entity set aliases = o.kept from (
  select id, list(said order by said) filter (where target_key(said) not in (select name_key from target_word where family)) as kept
  from (select id, unnest(aliases) as said from entity where kind = 'target' and state = 'live' and not starts_with(natural_key, 'hgnc:')) group by id
) o where o.id = entity.id and len(coalesce(o.kept, [])) < len(entity.aliases);

-- A name with a meaning in the list is not another gene's name (APRIL, of TNFSF13; CGRP, of CALCA and CALCB, not of S100A12).
create temp table anothers as
select g.id, t.alias from (select id, symbol, unnest(aliases) as alias from gene) t join gene g using (id)
join (select name_key, any_value(symbols) as symbols from trade_word where len(symbols) > 0 group by name_key having count(distinct symbols) = 1) w on w.name_key = target_key(t.alias)
where not list_contains(w.symbols, t.symbol) and regexp_matches(t.alias, '^[\p{L}\p{N}-]{2,8}$') and regexp_matches(t.alias, '\p{L}');
update entity set aliases = o.kept from (
  select e.id, list_filter(e.aliases, lambda a: not list_contains(o.theirs, a)) as kept from entity e join (select id, list(alias) as theirs from anothers group by id) o using (id)
) o where o.id = entity.id;
drop table anothers;

-- The targets named in a text, each at its first position; of names within each other, or that share a word, the
-- longest counts ("alpha4/beta2 agonist" does not name a beta-2 agonist). A word of up to four letters without a digit
-- must be written like a symbol (MET, not met). What a symbol's gene is also called counts from four characters on: D5,
-- R1 and beta-8 are parts of other names. The receptor of a ligand is not the ligand (bradykinin B1 receptor), and the
-- action that ends a text is no part of a name (leukocyte elastase inhibitor).
create or replace temp macro targets_in(texts) as table
with text as (select distinct said from query_table(texts) where said is not null),
token as (select said, text_tokens(said) as tokens from text),
start as (select said, tokens, unnest(generate_series(1, len(tokens))) as pos from token),
gram as (
  select said, pos, n, array_to_string(tokens[pos:pos + n - 1], '') as written, array_to_string(tokens[pos:pos + n - 1], ' ') as spaced,
    regexp_matches(lower(array_to_string(tokens[pos + n:pos + n + 1], ' ')), '^(\w{1,2} )?receptors?\b') as of_ligand, pos + n > len(tokens) as is_last, regexp_matches(tokens[pos + n], '^\d{1,2}$') as is_numbered
  from (select *, unnest(generate_series(1, least(9, len(tokens) - pos + 1))) as n from start)
), hit as (
  select g.said, g.pos, g.n, w.label, w.symbol, w.ensembl, w.symbols, w.family, w.sort
  from gram g join target_word w on w.name_key = target_key(g.written)
  where (w.sort = 'trade' or regexp_matches(w.name_key, '\d') or length(w.name_key) >= 7 or w.sort = 'symbol') and length(w.name_key) >= 2
    and (length(w.name_key) > 4 or regexp_matches(w.name_key, '\d') or regexp_matches(g.written, '^\p{Lu}[\p{Lu}\p{N}]+$') or regexp_matches(g.written, '^\p{L}*\p{Lu}\p{L}*\p{Lu}'))
    and not regexp_matches(w.name_key, '^\d+$') and not (w.sort = 'alias' and length(w.name_key) < 4)
    and not regexp_matches(g.spaced, '^(a .*|\p{L} \p{L})$') and (w.is_receptor or not g.of_ligand)
    and not (w.sort = 'alias' and g.is_last and regexp_matches(lower(g.spaced), ' (inhibitor|antagonist|agonist|activator)s?$'))
    -- A symbol that is an English word counts in capitals only, and so does an acronym.
    and (not w.is_acronym or regexp_matches(g.written, '^\p{Lu}+$'))
    and (w.sort <> 'symbol' or regexp_matches(w.name_key, '\d') or (regexp_matches(g.written, '^\p{Lu}+$') and not coalesce(g.is_numbered, false)))
)
select h.* from hit h
where not exists (from hit o where o.said = h.said and o.n > h.n and o.pos <= h.pos and o.pos + o.n > h.pos);
