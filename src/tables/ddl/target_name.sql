-- reads: target_key
-- refresh: full

-- A name of two targets leads to neither, unless it is the symbol of one of them.
create temp table target_name as
select key, any_value(label) as label
from target_key join (select key, min(rung) as rung from target_key group by key) using (key, rung)
group by key having count(distinct label) = 1;
