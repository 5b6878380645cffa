-- Combinations known by their parts are one (0.9) where the parts are the same substances under other names: budesonide, formoterol and
-- glycopyrronium are budesonide, formoterol and glycopyrrolate. A part's name leads to the one product that is called so, or else to the only one
-- that a registry also calls so.
create temp table numbered as
select distinct coalesce(c.root, v.record) as root from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl');
create temp table called as
select name, min(root) as root from (
  select name, root, rung, min(rung) over (partition by name) as best from (
    select s.name_key as name, coalesce(c.root, s.record) as root, 1 as rung from substance s left join component c using (record) where not contains(s.name_key, '+')
    union select salt_free(plain_words(r.n)), coalesce(c.root, r.record), 2 from (
      select record, unnest(list_concat(coalesce(list_transform(list_filter(names, lambda x: x.type is distinct from 'chemical'), lambda x: x.name), []), coalesce(aliases, []))) as n
      from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl') and not contains(name, ';')
    ) r left join component c using (record)
  ) where name <> '' and root in (from numbered)
) where rung = best group by name having count(distinct root) = 1;
create temp table combination as
select coalesce(c.root, p.record) as root, min(p.record) as record, list_sort(list_distinct(list(coalesce(n.root, p.part)))) as parts
-- A resin complex is another drug than the substance in it.
from (select record, name_key, unnest(string_split(name_key, '+')) as part from substance where contains(name_key, '+') and not regexp_matches(name_key, '\b(complex|resin)\b')) p
left join component c using (record) left join called n on n.name = p.part
where coalesce(c.root, p.record) not in (from numbered)
-- Under each of its names by itself.
group by coalesce(c.root, p.record), p.name_key;
insert into likeness
select o.record, c.record, 'parts of a combination', 0.9
from combination c join (select parts, min(root) as root, min_by(record, root) as record from combination where len(parts) >= 2 group by parts having count(distinct root) > 1) o using (parts)
where c.root <> o.root qualify row_number() over (partition by c.root order by o.root) = 1;
drop table numbered; drop table called; drop table combination; drop table substance;
