delete from work where (person, work) in (
  select (src, dst) from edge_dead join relation using (rel) where relation in ('authored', 'invented')
);
insert into work from own.work;
