-- reads: company_asset, in_cell, stage
-- refresh: full

-- The cells of a company's assets, and the stage that each asset reached.
create table company_cell as
select t.company, c.rid, c.target, c.modality, c.trusted, c.confidence, s.stage
from company_asset t join in_cell c on c.rid = t.rid left join stage s on s.rid = c.rid
order by t.company, c.rid, c.target, c.modality;
