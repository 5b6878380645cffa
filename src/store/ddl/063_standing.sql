-- Rows are updated in the order they stand in: so the table updated has to be the side that is read through (a random order takes a
-- hundred times as long).
set disabled_optimizers = 'join_order,build_side_probe_side';
update brief set signals = null where signals is not null and rid not in (select rid from signal);
update brief set signals = concat_ws('|', prominence, momentum, rank_in_kind, degree, activity_90d) from signal s where s.rid = brief.rid;
reset disabled_optimizers;
