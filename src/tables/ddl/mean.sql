-- reads: text_size
-- refresh: full

-- The mean length of each field, in steps of half a power of two: so that a few changed texts do not change what every
-- occurrence of every word weighs. The step is well within what length normalisation can tell apart.
create table field_mean as
select field, pow(2, round(2 * log2(greatest(1, avg(len)))) / 2) as mean from text_size group by field;
