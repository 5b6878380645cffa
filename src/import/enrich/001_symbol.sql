-- The symbol of a gene is no name of another, which it is a former symbol or an alias of in some list: who types HTT means huntingtin, not the serotonin
-- transporter.
create temp table symbol_of as select distinct name from entity where kind = 'target' and state = 'live' and (attributes ->> 'hgnc_id') is not null;
create temp table hit as
select a.id, list(a.alias order by a.place) filter (where s.name is null) as aliases
from (select id, name, unnest(aliases) as alias, generate_subscripts(aliases, 1) as place from entity where kind = 'target' and state = 'live') a
left join symbol_of s on s.name = a.alias and s.name <> a.name
group by a.id having bool_or(s.name is not null);
update entity set aliases = coalesce(hit.aliases, []) from hit where hit.id = entity.id;
insert into proposal_applied select 'symbol', id from hit;
drop table hit; drop table symbol_of;
