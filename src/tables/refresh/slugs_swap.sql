delete from slug where h in (
  select key_hash(k.kind || '/' || s.slug)
  from (select kind_no, slug from replaced union select kind_of(rid), slug from own.entity) s join kind k using (kind_no)
);
insert into slug from own.slug;
