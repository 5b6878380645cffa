-- Words are numbered in their alphabetical order, so that a start is a range of numbers.

create table word as
select word, row_number() over (order by word)::integer as wid, left(word, 5) as prefix, bearers from heard
order by word;

drop table heard;

create temp table borne as select wid, rid from spelled join word using (word);

drop table spelled;
