-- What sources call targets of a drug and are not: a related protein's mechanism, members of a family that it spares, a ligand (vocabulary/wrong_targets.csv).
create temp table wrong_target as
select distinct e.id, g.id as gene, g.symbol
from (select drug, unnest(split_list(symbols, '|')) as symbol from vocabulary_wrong_targets) v
join entity e on e.kind = 'product' and e.state = 'live' and list_contains(names_in_lists(e.name, e.attributes), lower(v.drug))
join gene g on g.symbol = v.symbol;
-- What stands beside a drug's target in a complex or a fusion is none of its own: the gene that a kinase is fused to (EML4 of ALK), the cyclin of a
-- cyclin-dependent kinase, the ligase around cereblon, the proteasome around the subunit that cuts.
create temp table hit as
select distinct s.id, g.id as gene, g.symbol
from (select source as id, target as gene from edge where relation = 'targets' and source_kind = 'product' union select id, unnest(targets) from mechanism_said) s join gene g on g.id = s.gene;
create temp table beside as
select distinct o.id, g.id as gene, g.symbol
from (values
  ('^(ALK|ROS1|RET|NTRK[123]|ABL1|BRAF|FGFR[123]|PDGFR[AB])$', '^(EML4|NPM1|CD74|SDC4|CCDC6|KIF5B|NCOA4|BCR|TPM[34]|ETV6|TACC[13]|SLC34A2|EZR|FIP1L1|STRN|GOPC|TFG|CLTC)$'),
  ('^CDK\d+$', '^CCN[A-Z]\d?$'), ('^CRBN$', '^(CUL4[AB]|DDB1|RBX1)$'), ('^PSMB[125]$', '^(PSM([AC-G]\d+|B[3467]|B11)|ADRM1|SEM1)$'), ('^IL6R$', '^IL6ST$')
) v(own, aside)
join hit o on regexp_matches(o.symbol, v.own) join gene g on regexp_matches(g.symbol, v.aside);
insert into wrong_target
select b.* from beside b join hit h on h.id = b.id and h.gene = b.gene where not exists (from wrong_target w where w.id = b.id and w.gene = b.gene);
drop table hit;
delete from edge using wrong_target w where edge.relation = 'targets' and edge.source = w.id and edge.target = w.gene;
create temp table wrong_of as select id, list(gene) as genes, list(symbol) as symbols from wrong_target group by id;
delete from mechanism_said using wrong_of w where mechanism_said.id = w.id and len(mechanism_said.targets) > 0 and list_has_all(w.genes, mechanism_said.targets);
update mechanism_said set targets = list_filter(mechanism_said.targets, lambda t: not list_contains(w.genes, t))
from wrong_of w where mechanism_said.id = w.id and list_has_any(w.genes, mechanism_said.targets);
create temp table hit as
select e.id, list(json_merge_patch(m.said, json_object('targets', list_filter(m.symbols, lambda s: not list_contains(w.symbols, s)))) order by m.place)
    filter (where m.symbols is null or not list_has_all(w.symbols, m.symbols)) as left_over
from wrong_of w join entity e using (id),
  lateral (select said, from_json(said -> 'targets', '["VARCHAR"]') as symbols, place from (
    select unnest(from_json(e.attributes -> 'mechanisms', '["JSON"]')) as said, generate_subscripts(from_json(e.attributes -> 'mechanisms', '["JSON"]'), 1) as place)) m
group by e.id;
update entity set attributes = json_merge_patch(entity.attributes, json_object('mechanisms', hit.left_over))::varchar from hit where hit.id = entity.id;
-- A source that states one of them as the drug's own target is not heard either.
create temp table misled as select w.id from wrong_of w join entity e using (id) where list_contains(w.symbols, e.target_symbol);
update entity set target = null, target_symbol = null, target_id = null, c_target = null where id in (from misled);
delete from provenance where entity_id in (from misled) and field in ('moa.target', 'moa.target_symbol', 'moa.target_id');
drop table misled;
insert into proposal_applied select 'wrong_target', id from wrong_of;
drop table hit; drop table wrong_of;
-- Nor is what the words of a mechanism name beside it (CD74-ROS1 inhibitor), which are read later.
insert into wrong_target select b.* from beside b where not exists (from wrong_target w where w.id = b.id and w.gene = b.gene);
drop table beside;
-- What sources call the mechanism of a drug and is another's, or only its class, and what it is instead, where no other source says so
-- (vocabulary/wrong_mechanisms.csv).
create temp table wrong_mechanism as
select e.id, lower(v.mechanism) as mechanism, nullif(v.instead, '') as instead from vocabulary_wrong_mechanisms v
join entity e on e.kind = 'product' and e.state = 'live' and list_contains(names_in_lists(e.name, e.attributes), lower(v.drug));
update mechanism_said set mechanism = w.instead, action = nullif(regexp_extract(w.instead, '\w+$'), '')
from wrong_mechanism w where mechanism_said.id = w.id and lower(mechanism_said.mechanism) = w.mechanism;
create temp table hit as
select id, list(case when instead is null or not is_wrong then said else json_merge_patch(said, json_object('mechanism', instead, 'action', regexp_extract(instead, '\w+$'))) end order by place) filter (where not is_wrong or instead is not null) as left_over
from (
  select w.id, w.instead, m.said, m.place, lower(m.said ->> 'mechanism') = w.mechanism as is_wrong
  from wrong_mechanism w join (select id, unnest(from_json(attributes -> 'mechanisms', '["JSON"]')) as said, generate_subscripts(from_json(attributes -> 'mechanisms', '["JSON"]'), 1) as place from entity where kind = 'product' and state = 'live') m using (id)
) group by id having bool_or(is_wrong);
update entity set attributes = json_merge_patch(entity.attributes, json_object('mechanisms', hit.left_over))::varchar from hit where hit.id = entity.id;
delete from provenance using entity e, wrong_mechanism w where e.id = w.id and lower(e.mechanism) = w.mechanism and provenance.entity_id = e.id and field = 'moa.mechanism';
update entity set mechanism = null, c_mechanism = null from wrong_mechanism w where entity.id = w.id and lower(entity.mechanism) = w.mechanism;
insert into proposal_applied select 'wrong_target', id from wrong_mechanism;
drop table wrong_mechanism; drop table hit;
