-- reads: edge_in, edge_out
-- refresh: by-difference

-- What the word weights of well-known products, programs and companies are multiplied by, before saturation: names of drug classes and
-- diseases are labels of hundreds of products, most of them unknown, and text alone does not tell which are meant. A prior that does not
-- depend on the query (Craswell et al., Relevance weighting for query independent evidence, SIGIR 2005): 1 without edges to 5 from 255 on,
-- in steps of a doubled number, so that a few new edges change the weights of few entities; an approval is worth three steps. Edges to
-- approvals and targets do not count.
create table boost as
select rid, boost_of(n, approvals) as boost
from (
  select rid, count(*) filter (makes_known(other)) as n, count(*) filter (is_approval(other)) as approvals
  from (select src as rid, dst as other from edge_out union all select dst, src from edge_in where src <> dst)
  where is_boosted(rid) group by rid
)
where boost_of(n, approvals) > 1;
