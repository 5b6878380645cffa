delete from position where rid in (from ended);
insert into position (rid) select rid from numbered where is_new;

-- The last edge of these is gone, and their signals with it.
create temp table unlinked as
select rid from position where prominence is not null and rid not in (select rid from signal);
update position set prominence = null, momentum = null where rid in (from unlinked);
