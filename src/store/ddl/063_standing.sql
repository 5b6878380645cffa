-- Rows are updated in the order they stand in: so the table updated has to be the side that is read through (a random order takes a
-- hundred times as long).
set disabled_optimizers = 'join_order,build_side_probe_side';
update brief set signals = null where signals is not null and rid not in (select rid from signal);
update brief set signals =
    ((prominence * 10000)::hugeint << 106) | ((momentum * 10000 + 131072)::hugeint << 88) | (rank_in_kind::hugeint << 62) | (degree::hugeint << 31) | activity_90d
from signal s where s.rid = brief.rid;
reset disabled_optimizers;
