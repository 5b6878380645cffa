-- reads: by_prominence
-- refresh: by-difference

-- The order key of every entity by prominence, which names and their words repeat.
create temp table prominent as
select rid, spread(rowid + 1, (select count(*) from by_prominence), 64) as number from by_prominence;
