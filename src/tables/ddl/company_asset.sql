-- reads: disease_stated, edge_out, entity, in_cell, kind, label, relation, value
-- refresh: full

-- The assets of a company: what it develops, sponsors and holds, the patents assigned to it, and the company itself.
create table company_asset as
with named as (
  select o.src, o.dst, r.relation from edge_out o join relation r on r.rel = o.rel
  where r.relation in ('develops', 'sponsors', 'holds', 'assigned_to')
),
company as (select kind_no from kind where kind = 'company')
select company, rid from (
  select src as company, dst as rid from named
  where kind_of(src) = (from company) and (
    (relation = 'develops' and kind_of(dst) in (select kind_no from kind where kind in ('program', 'product')))
    or (relation = 'sponsors' and kind_of(dst) = (select kind_no from kind where kind = 'trial'))
    or (relation = 'holds' and kind_of(dst) = (select kind_no from kind where kind = 'approval')))
  union all
  select dst, src from named
  where relation = 'assigned_to' and kind_of(dst) = (from company) and kind_of(src) = (select kind_no from kind where kind = 'patent')
  union all
  select rid, rid from entity where kind_of(rid) = (from company)
)
order by company, rid;

-- For each pair of target and modality (a cell), the number of companies with a trusted asset in it, by its area (-1:
-- any).
create table company_count as
with celled as (
  select t.company, c.rid, c.target, c.modality from company_asset t join in_cell c on c.rid = t.rid and c.trusted
),
area as (
  select l.rid, l.label_id from label l join value v using (label_id) where v.field = 'therapeutic_area' and l.trusted
)
select a.label_id as area, c.target, c.modality, count(distinct c.company)::integer as companies from celled c join area a using (rid) group by all
union all
select -1, target, modality, count(distinct company)::integer from celled group by all
order by area, target, modality;

-- What a company works on: its cells, and each trusted target, modality, area and disease of its assets, the disease as stated and not each that is
-- above it. Of a trait's weight: how many companies have it (idf), how many assets of the company do, and less for what says less than a target. The
-- weights of a company are a vector of length 1, in units of 2^-30: whole numbers add up alike in any order.
create table company_trait as
with stated as (
  select t.company, t.rid, c.target as label_id, c.modality as beside, 1.0 as share from company_asset t join in_cell c on c.rid = t.rid and c.trusted
  union
  select t.company, t.rid, l.label_id, 0, case v.field when 'target' then 1.0 when 'modality' then 0.5 else 0.3 end
  from company_asset t join label l on l.rid = t.rid and l.trusted join value v on v.label_id = l.label_id
  where v.field in ('target', 'modality', 'therapeutic_area')
  union
  select t.company, t.rid, v.label_id, 0, 0.6 from company_asset t join disease_stated d using (rid) join value v on v.field = 'disease' and v.norm = d.own
  join label l on l.label_id = v.label_id and l.rid = t.rid and l.trusted
),
held as (select company, label_id, beside, any_value(share) as share, count(*) as assets from stated group by company, label_id, beside),
known as (select count(distinct company) as n from held),
borne as (select label_id, beside, idf(count(*), any_value(k.n)) as idf from held cross join known k group by label_id, beside),
weighed as (
  select h.company, h.label_id, h.beside, b.idf, (b.idf::double * h.share::double * ln(1 + h.assets) * 65536)::bigint as weight from held h join borne b using (label_id, beside)
),
size as (select company, sqrt(sum(weight * weight)::double) as size from weighed group by company)
select w.company, w.label_id, w.beside, w.idf, (w.weight * 1073741824.0::double / greatest(s.size, 1))::integer as weight from weighed w join size s using (company)
order by w.company, w.label_id, w.beside;
