-- A second record of a substance is that substance (0.9): its code, or a tracer without the isotope.
insert into likeness select base, record, rule, 0.9 from twin
where base <> record and record in (select record from record where not removed) and base in (select record from record where not removed);
drop table twin;
