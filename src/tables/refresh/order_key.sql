delete from order_key where rid in (from ended);
insert into order_key (rid) select rid from numbered where is_new;

-- The last edge of these is gone, and their signals with it.
create temp table unlinked as
select rid from order_key where prominence is not null and rid not in (select rid from signal);
update order_key set prominence = null, momentum = null where rid in (from unlinked);
