-- Edges join the survivors. One row for each (source, relation, target), with its latest observation.

-- Any natural key of a record finds it, its own key first.
create temp table found as
select key, min_by(record, {own: not own, survivor: survivor, record: record}) as record
from (select k.key, k.record, k.own, i.survivor from known_as k join identity i using (record))
group by key;

create temp table joined_edge as
with canonical as (
  select *, source_key as s, target_key as t from staged_edge
)
select e.*, si.survivor as source_survivor, ti.survivor as target_survivor,
  si.survivor_id as source, ti.survivor_id as target, sv.kind as source_kind, tv.kind as target_kind,
  case
    when si.record is null then 'the edge starts at an unknown entity'
    when ti.record is null then 'the edge ends at an unknown entity'
    when sv.state = 'removed' or ti.state = 'removed' or tv.state = 'removed' or si.state = 'removed' then 'the edge has a removed end'
    when r.relation is not null and not (list_contains(r.from_kinds, sv.kind) and list_contains(r.to_kinds, tv.kind))
      then 'the relation does not join these kinds' end as problem
from canonical e
left join found fs on fs.key = e.s left join identity si on si.record = fs.record left join identity sv on sv.record = si.survivor
left join found ft on ft.key = e.t left join identity ti on ti.record = ft.record left join identity tv on tv.record = ti.survivor
left join relation_kinds r on r.relation = e.relation;

insert into reject
select recipe, 'edges', null, null, problem,
  case problem when 'the edge starts at an unknown entity' then s when 'the edge ends at an unknown entity' then t
    else source_kind || ' ' || relation || ' ' || target_kind end,
  to_json({source_key: source_key, relation: relation, target_key: target_key, observed_at: observed_at})::varchar
from joined_edge where problem is not null;

create table edge as
select source, relation, target,
  max(observed_at) as observed_at,
  min_by(origin, {late: -coalesce(epoch_us(observed_at), 0), weak: -coalesce(confidence, 0), origin: origin}) as origin,
  any_value(source_kind) as source_kind, any_value(target_kind) as target_kind,
  -- The confidence of a rule that adds an edge later; the sources' own statements are in edge_told.
  null::double as confidence
from joined_edge
-- An edge whose two ends became one entity is dropped; one that was a loop from the start stays.
where problem is null and (source <> target or s = t)
group by source, relation, target;

-- The lead sponsor of a trial in one source is not a collaborator from another.
delete from edge using edge s
where edge.relation = 'collaborates_on' and s.relation = 'sponsors' and s.source = edge.source and s.target = edge.target;

-- What only a source can state about an edge: its confidence, and the row of the source. The origin's own statement
-- counts.
create table edge_told as
select e.source, e.relation, e.target, max(j.confidence) as confidence, min(coalesce(j.source_record, record_of_edge(j.s, j.t))) as record
from edge e join joined_edge j on j.problem is null and j.source = e.source and j.relation = e.relation and j.target = e.target and j.origin is not distinct from e.origin
group by e.source, e.relation, e.target;

drop table found; drop table joined_edge; drop table staged_edge;
