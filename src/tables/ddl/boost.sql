-- reads: counted
-- refresh: by-difference

-- What the word weights of well-known products, programs and companies are multiplied by, before saturation: names of drug classes and
-- diseases are labels of hundreds of products, most of them unknown, and text alone does not tell which are meant. A prior that does not
-- depend on the query (Craswell et al., Relevance weighting for query independent evidence, SIGIR 2005): 1 without edges to 5 from 255 on,
-- in steps of a doubled degree, so that a few new edges change the weights of few entities.
create temp table boost as
select rid, boost_of(degree) as boost from counted where is_boosted(rid) and boost_of(degree) > 1;
