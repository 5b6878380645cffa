-- reads: order_key, spelled, titled, word
-- refresh: by-difference

-- Type-ahead: every word of every name and alias, most prominent entity first.

-- Whole names, for exact matches and for completions of a phrase; `ending` is the number of letters of the legal form
-- at the end of a key.
create table full_name as
select key, or_last(p.prominence) as order_key, rid, is_name, legal_ending(key)::utinyint as ending
from titled join order_key p using (rid)
order by key, order_key, rid;

drop table titled;

create temp table borne as select wid, rid, rung from spelled join word using (word);

drop table spelled;

create table name_word as
select wid, or_last(p.prominence) as order_key, rid, rung
from borne join order_key p using (rid)
order by wid, order_key, rid;

drop table borne;
