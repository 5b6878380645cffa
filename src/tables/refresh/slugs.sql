-- A slug goes to one of those who have it, so all who do are looked at again.
insert into own.entity
select e.* from graph.entity e
where (kind_of(e.rid), e.slug) in (select (kind_no, slug) from replaced union select (kind_of(rid), slug) from own.entity)
  and e.rid not in (select rid from own.entity);
