-- reads: text_size
-- refresh: full

-- The mean length of each field, rounded to steps of half a power of two, so that a few changed texts do not change the
-- weight of every posting. The step is too small to matter to length normalisation.
create table field_mean as
select field, pow(2, round(2 * log2(greatest(1, avg(len)))) / 2) as mean from text_size group by field;
