-- One brand is one drug's. Two products known by what a list or an agency calls them are one (0.9) where the brand says so: what a list of designations
-- or approvals calls the drug of a brand (pulmonary surfactant replacement, of Curosurf) is the one product that the agency's own application
-- for it names; and two agencies that have one product each under a brand, and neither product under another, mean the same (Provenge).
create temp table branded as
select coalesce(c.root, row.record) as root, min(fold(attributes::json ->> 'brand')) as brand, min(attributes::json ->> 'agency') as agency,
  bool_or((attributes::json ->> 'application_type') is not null) as has_application
from row left join component c using (record) where row.kind = 'approval' and (attributes::json ->> 'brand') is not null group by 1;
create temp table approved as
select coalesce(p.root, o.record) as product, b.brand, b.agency, bool_or(b.has_application) as has_application, e.recipe
from staged_edge e
join known_as k on k.key = e.source_key and k.kind = 'approval' left join component a on a.record = k.record left join branded b on b.root = coalesce(a.root, k.record)
join known_as o on o.key = e.target_key and o.kind = 'product' left join component p on p.record = o.record
where e.relation = 'approval_of' group by all;
create temp table numbered as
select distinct coalesce(c.root, v.record) as root from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl', 'unii', 'drugcentral');
-- Lists that name one drug for an approval, in their own words.
create temp table in_words as
select product, min(brand) as brand from approved group by product having bool_and(recipe in ('fda_orphan', 'ot_approvals') and brand is not null) and product not in (from numbered);
create temp table called as
select coalesce(c.root, row.record) as root, min(row.record) as record, min(len(substance_parts(row.name))) as n_parts,
  max(len(list_filter(substance_parts(row.name), lambda p: list_contains(k.names, salt_free(p))))) as known
from row left join component c using (record), (select list(distinct salt_free(plain_words(name))) as names from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')) k
where row.kind = 'product' and coalesce(c.root, row.record) in (select product from approved) group by 1;
create temp table pair as
-- Of as many known substances at most (not dabrafenib with trametinib, of Tafinlar).
select i.product as root, n.product as center
from in_words i join (select distinct product, brand from approved where product not in (select product from in_words) and has_application) n using (brand)
join called u on u.root = i.product join called m on m.root = n.product
where u.known <= m.n_parts
  and not exists (from approved o where o.product = i.product and not exists (from approved s where s.product = n.product and s.brand = o.brand))
union
select x.product, y.product
from (select brand, min(product) as product, min(agency) as agency from approved where brand is not null group by brand, agency having count(distinct product) = 1) x
join (select brand, min(product) as product, min(agency) as agency from approved where brand is not null group by brand, agency having count(distinct product) = 1) y
  on y.brand = x.brand and y.agency <> x.agency and y.product <> x.product
where x.product not in (from numbered) and (y.product in (from numbered) or x.product > y.product)
  and (select count(distinct product) from approved o where o.brand = x.brand) = 2
  and not exists (from approved o where o.product in (x.product, y.product) and o.brand is distinct from x.brand);
-- A brand of influenza vaccine has another strain from season to season, and from one pandemic to the next.
delete from called where record in (select record from row where kind = 'product' and contains(fold(name), 'influenza'));
insert into likeness
select any_value(m.record), any_value(u.record), 'brand', 0.9 from pair p join called u on u.root = p.root join called m on m.root = p.center
group by p.root having count(distinct p.center) = 1;
drop table branded; drop table approved; drop table numbered; drop table in_words; drop table called; drop table pair;
