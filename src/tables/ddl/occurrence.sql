-- reads: bag, boost, field_mean, protected_word, text_size
-- refresh: by-difference

-- The weight of an occurrence of a word in each field: BM25F (Zaragoza et al., TREC 2004; Robertson and Zaragoza, The
-- Probabilistic Relevance Framework, 2009). Stop words count only in names and aliases, which may consist of nothing
-- else. The number of names does not count against one of them: the better known has more.

create temp table field_weight as
select * from (values (1, 6.0, 0.6), (2, 4.0, 0.0), (3, 2.0, 0.3), (4, 1.0, 0.75), (5, 2.0, 0.0)) as t(field, weight, b);

create temp table occurrence as
select rid, field, (coalesce(b.boost, 1) * w.weight / (1 - w.b + w.b * s.len / m.mean))::float as weight
from text_size s join field_mean m using (field) join field_weight w using (field) left join boost b using (rid);

drop table field_weight;

-- Each distinct word; words of plain letters are stemmed next.
create temp table seen as
select distinct word, word in (select word from protected_word) as protected
from (select unnest(words) as word from bag);
