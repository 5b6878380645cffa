-- reads: heard
-- refresh: by-difference

-- Words are numbered in alphabetical order, so that a prefix is a range of numbers.

create table word as
select word, spread(row_number() over (order by word), count(*) over (), 1024) as wid, left(word, 7) as prefix, df from heard
order by word;

drop table heard;
