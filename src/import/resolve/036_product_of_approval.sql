-- A product known by name only, all of whose approvals or brands are also another's, is that product (0.9) if one name has all
-- words of the other (intravenous carbamazepine, cysteamine enteric coated) or differs in two letters (meclorethamine);
-- combinations only match combinations of as many substances, at most four.
create or replace temp macro approved_words(name) as list_sort(list_distinct(list_filter(string_split(
  regexp_replace(regexp_replace(regexp_replace(salt_free(plain_words(name)), '\boe(str|d)', 'e\1', 'g'), '\balpha\b', 'alfa', 'g'), '\b(hydrochlor\w*|sodium|acid)\b', '', 'g'), ' '),
  lambda w: w not in ('', 'and', 'with', 'in', 'for', 'of', 'the', 'combination'))));
-- One brand is one drug's, whatever agency approved it.
create temp table branded as
select coalesce(c.root, row.record) as root, min(fold(attributes::json ->> 'brand')) as brand
from row left join component c using (record) where row.kind = 'approval' and (attributes::json ->> 'brand') is not null group by 1;
create temp table approved as
select distinct coalesce('brand ' || b.brand, a.root, k.record) as approval, coalesce(p.root, o.record) as product
from staged_edge e
join known_as k on k.key = e.source_key and k.kind = 'approval' left join component a on a.record = k.record left join branded b on b.root = coalesce(a.root, k.record)
join known_as o on o.key = e.target_key and o.kind = 'product' left join component p on p.record = o.record
where e.relation = 'approval_of';
create temp table numbered as
select distinct coalesce(c.root, v.record) as root from scheme_value v left join component c using (record) where v.scheme in ('drugbank', 'chembl', 'unii', 'drugcentral');
create temp table called as
select root, min(record) as record, name, approved_words(name) as words, len(substance_parts(name)) as n_parts, plain_words(name) as said
from (select coalesce(c.root, row.record) as root, row.record, unnest(list_append(list_transform(list_filter(coalesce(row.names, []), lambda x: x.type = 'generic'), lambda x: x.name), row.name)) as name
  from row left join component c using (record) where row.kind = 'product' and coalesce(row.product_family, 'therapeutic') = 'therapeutic')
-- Feeding solutions differ in their salts.
where root in (select product from approved) and not starts_with(lower(name), 'amino acids') group by root, name;
create temp table shared as
select u.product as root, n.product as center
from approved u join approved n using (approval)
where u.product <> n.product and u.product not in (from numbered)
group by u.product, n.product having count(*) = (select count(*) from approved a where a.product = u.product);
create temp table pair as
select distinct s.root, s.center, u.record, n.record as center_record
from shared s join called u on u.root = s.root join called n on n.root = s.center
where (u.words = n.words and u.n_parts <= 4)
  or (u.n_parts = n.n_parts and u.n_parts <= 4 and (list_has_all(u.words, n.words) or list_has_all(n.words, u.words)) and length(array_to_string(list_intersect(u.words, n.words), '')) >= 4)
  or (u.n_parts = n.n_parts and u.n_parts <= 4 and least(length(u.said), length(n.said)) >= 10 and levenshtein(u.said, n.said) <= 2);
-- Of two known by name only, the one whose substances are known by themselves survives (ledipasvir, not ledispavir), then the one with the longer name.
create temp table telling_name as
select c.root, max(len(list_filter(substance_parts(c.name), lambda p: list_contains(k.names, salt_free(p))))) as known, max(length(c.said)) as n
from called c, (select list(distinct salt_free(plain_words(name))) as names from row where kind = 'product' and key_prefix(record) in ('drugbank', 'chembl')) k where c.root in (select root from pair) group by c.root;
delete from pair p using pair o, telling_name a, telling_name b
where o.root = p.center and o.center = p.root and a.root = p.root and b.root = p.center and (a.known, a.n, a.root) > (b.known, b.n, b.root);
insert into likeness
select min(center_record), min(record), 'name and approval', 0.9 from pair
group by root having count(distinct center) = 1;
drop table branded; drop table approved; drop table numbered; drop table called; drop table shared; drop table pair; drop table telling_name;
