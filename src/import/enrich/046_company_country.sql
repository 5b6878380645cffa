-- The country of a company that its sources leave out: that of its head office in the project's own list (0.95); else the one that its name says
-- (Mylan Ireland Limited, Jiangsu Hengrui Medicine; 0.9); else the one whose law knows its legal form (A/S, S.p.A.; 0.9). An American one (Inc.)
-- is used in Canada and Asia too: of those that report to the SEC it counts if they report as American companies do, by lists of their subsidiaries
-- (Form 10-K), or are listed on an exchange, and are not traded as foreign shares are, with a fifth letter F or Y; of others it is
-- likely (0.75), more of a holder of approvals of the FDA (0.85). GmbH and AG are of three countries, and plc, Ltd, SA and NV of several; SRL of Italy, and
-- behind International also of Barbados (Valeant International SRL).

create temp table stateless as
select id, name, cik, ticker, attributes, lower(regexp_replace(replace(strip_accents(name), ',', ' '), '\s+', ' ', 'g')) as words, org_match_key(name) as name_key
from entity where kind = 'company' and state = 'live' and (attributes ->> 'country') is null;

-- Countries as companies' names write them, before a legal form, in brackets or at the end; and provinces and cities of China, in front, in
-- brackets or as a word of their own, and what Japanese companies begin with.
create temp table land_word as
select unnest(map_keys(countries_in_names())) as word, unnest(map_values(countries_in_names())) as land;
create or replace temp macro legal_words() as '(?:(?:and )?(?:' || legal_forms() || '|dac|designated activity company|slu|unlimited company|uc|lda|sp z o o)(?: |$))*';
create temp table named_land as
select s.id, min(l.land) as land
from (select id, plain_words(name) as words from stateless) s
-- A pattern is compiled for each pair, so only of names that have the word.
join land_word l on contains(s.words, ' ' || l.word) and regexp_matches(s.words, '^.+ ' || l.word || ' ?' || legal_words() || '$')
group by s.id having count(distinct l.land) = 1;
insert into named_land
select id, 'China' from stateless
where (regexp_matches(plain_words(name), '^' || chinese_places() || '\b') or regexp_matches(plain_words(name), '\b' || chinese_places() || '\b.*\bco (ltd|limited)$'))
  and id not in (select id from named_land);

insert into named_land
select id, 'Japan' from stateless where regexp_matches(plain_words(name), '^(nippon|nihon|tokyo|osaka|kyoto|kobe|nagoya|toyama|fuji|mitsubishi|mitsui|sumitomo)\b')
  and not regexp_matches(plain_words(name), '\b(europe|america|usa|uk|deutschland|france|asia|international)\b') and id not in (select id from named_land);

create or replace temp macro foreign_forms() as 'ltd|limited|plc|s\.?a|a\.?g|n\.?v|b\.?v|se|ab|a/s|asa|oyj?|kk|spa|s\.p\.a|gmbh';
create temp table formed as
select id, case
  when regexp_matches(words, '\b(a/s|aps)$') then 'Denmark' when regexp_matches(words, ' ab(?: \(publ\))?$') then 'Sweden' when regexp_matches(words, '\boyj?$') then 'Finland'
  when regexp_matches(words, '\b(s\.p\.a\.?|spa|s\.r\.l\.?|srl)$') and not regexp_matches(words, '\binternational srl$') then 'Italy' when regexp_matches(words, '\bk\.?k\.?$') then 'Japan' when regexp_matches(words, '\bpty\.?( ltd\.?| limited)?$') then 'Australia'
  when regexp_matches(words, '\b(pvt\.?|private) (ltd\.?|limited)$') then 'India' when regexp_matches(words, '\bgmbh ?(&|and|\+) ?co\.? ?kg$|\bkgaa$') then 'Germany' when regexp_matches(words, '\bb\.?v\.?$') then 'Netherlands'
  when regexp_matches(words, '\bs\.?a\.?s\.?$') then 'France' when regexp_matches(words, '\bs\.?l\.?(u\.?)?$') then 'Spain' when regexp_matches(words, '\b(dac|designated activity company)$') then 'Ireland'
  when regexp_matches(words, '\b(kft|zrt|nyrt)\.?$') then 'Hungary' when regexp_matches(words, '\bsp\.? ?z ?\.?o\.? ?o\.?$') then 'Poland' when regexp_matches(words, '\basa$') then 'Norway'
  when regexp_matches(words, '\b(kabushiki kaisha|kaisha)$') then 'Japan' when regexp_matches(words, '\blda\.?$') then 'Portugal'
  when regexp_matches(words, '\bllc\.?$') then 'United States'
  when american then 'United States' end as land,
  case when american and not is_filer then case when is_holder then 0.85 else 0.75 end else 0.9 end as confidence
from (
  select s.*, cik is not null as is_filer, h.holder is not null as is_holder, case when cik is not null
      then not regexp_matches(coalesce(ticker, ''), '^.{4}[YF]$') and not regexp_matches(words, '\b(co\.? (ltd|limited)|' || foreign_forms() || ')\.?$')
        and (regexp_matches(words, '\b(inc|incorporated|l\.?p|corp|corporation)\.?$') and ((attributes ->> 'subsidiaries_listed') is not null or (attributes ->> 'exchange') is not null)
          -- A foreign company lists no subsidiaries, since it reports on Form 20-F, and keeps its own legal form.
          or (attributes ->> 'subsidiaries_listed') is not null
          or regexp_matches(words, '\b(co|company)\.?$') and (attributes ->> 'exchange') in ('Nasdaq', 'NYSE'))
      else regexp_matches(words, '\b(inc|incorporated|l\.?p)\.?$') end as american
  from stateless s left join (select distinct source as holder from edge where relation = 'holds') h on h.holder = s.id
);

create temp table headquarters as
select s.id, min(h.country) as land, bool_or(s.own) as own
from headquarters_fact h join (
  select id, name_key, true as own from stateless
  -- The names of companies that it took over count less than its own.
  union select id, org_match_key(unnest(aliases)), false from entity where id in (select id from stateless where name_key not in (select name_key from headquarters_fact))
) s using (name_key)
where s.own or h.name_key not in (select org_match_key(name) from entity where kind = 'company' and state = 'live')
group by s.id having count(distinct h.country) = 1;

create temp table hit as
select id, coalesce(h.land, n.land, f.land) as land, case when h.land is not null then 'biograph: its list of head offices' when n.land is not null then 'biograph: its name' else 'biograph: its legal form' end as origin,
  case when h.land is not null then 0.95 when n.land is not null then 0.9 else f.confidence end as confidence
from stateless left join named_land n using (id) left join formed f using (id)
-- A company of a group that is called as its head office is (Clinigen, Inc., of Clinigen in London) is where its legal form is known, and one with a
-- country in its name (Rottapharm Spain) there, not at the head office that it has among its other names.
left join (
  select h.* from headquarters h left join named_land n using (id) left join formed f using (id)
  where not (n.id is not null and not h.own) and not (f.land is not null and f.land <> h.land and h.id in (select source from edge where relation = 'subsidiary_of'))
) h using (id)
where coalesce(h.land, n.land, f.land) is not null;
update entity set attributes = json_merge_patch(coalesce(entity.attributes, '{}'), json_object('country', hit.land))::varchar from hit where hit.id = entity.id;
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.country', origin, confidence from hit;
insert into proposal_applied select 'company_country', id from hit;
drop table stateless; drop table land_word; drop table named_land; drop table formed; drop table headquarters; drop table hit;
