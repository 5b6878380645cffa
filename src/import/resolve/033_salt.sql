-- A substance given as a salt or hydrate is the substance of that name (0.9), unless it has another identifier.

create temp table bearer as
select name_key, coalesce(c.root, s.record) as root, min(s.record) as record, bool_or(full_name = name_key) as is_base, min(case key_prefix(s.record) when 'drugbank' then 0 when 'chembl' then 1 else 2 end) as place
from substance s left join component c using (record) group by 1, 2;
create temp table pair as
select name_key, root, record, first(root) over w as center, first(record) over w as center_record from bearer
window w as (partition by name_key order by not is_base, place, root) qualify root <> center;
create temp table carried as
select distinct coalesce(c.root, v.record) as root, v.scheme, v.value from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl', 'drugcentral', 'unii', 'inn', 'drug list');
create temp table clash as
select distinct center as a, root as b from (
  select p.center, p.root from pair p join carried a on a.root = p.center join carried b on b.root = p.root and b.scheme = a.scheme group by p.center, p.root, a.scheme having not bool_or(a.value = b.value));
insert into likeness select center_record, record, 'substance name', 0.9 from pair where (center, root) not in (select (a, b) from clash) and (root in (select root from carried) or root not in (select coalesce(c.root, s.record) from substance s join contested_substance using (full_name) left join component c using (record)));
-- A source with salts states it itself (0.95).
insert into likeness
select m.record, r.record, 'salt of a substance', 0.95
from (select distinct record, natural_key(moiety) as moiety from row where kind = 'product' and moiety is not null) r join record m on m.record = r.moiety and m.kind = 'product'
where m.record <> r.record;
-- So is the only ester in which a substance was approved.
insert into likeness
select distinct on (e.record) b.record, e.record, 'ester of a substance', 0.9
from sole_ester s join substance e on e.full_name = s.name join substance b on b.full_name = s.base
where key_prefix(b.record) in ('drugbank', 'chembl') order by e.record, b.record desc;
drop table sole_ester; drop table bearer; drop table pair; drop table carried; drop table clash;
