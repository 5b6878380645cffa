-- reads: label, value
-- refresh: full

-- How many trusted entities of a kind (0: of any) have two given values of different MoA fields, so that a grouping
-- under one filter is a look-up.

create temp table moa_label as
select l.rid, l.label_id, v.field
from label l join value v using (label_id)
where l.trusted and v.field in ('target', 'modality', 'mechanism', 'therapeutic_area');

create temp table pair_of_kind as
select kind_of(a.rid)::utinyint as kind_no, a.label_id as given, b.label_id as label_id, count(*)::integer as count
from moa_label a join moa_label b on a.rid = b.rid and a.field <> b.field
group by all;

drop table moa_label;

create table cooccurrence as
from pair_of_kind
union all
select 0, given, label_id, sum(count)::integer from pair_of_kind group by given, label_id
order by kind_no, given, label_id;

drop table pair_of_kind;
