-- Type-ahead: every word of every name and alias, most prominent bearer first.

-- Whole names, for exact matches and for what continues a typed phrase.
create table full_name as
select key, or_last(p.prominence) as pos, rid
from titled join position p using (rid)
order by key, pos, rid;

drop table titled;

create temp table borne as select wid, rid from spelled join word using (word);

drop table spelled;

create table name_word as
select wid, or_last(p.prominence) as pos, rid
from borne join position p using (rid)
order by wid, pos, rid;

drop table borne;
