-- The four orders, over all kinds. A sorted table's own row numbers are the places: a window function that numbers rows sorts them on
-- one thread.

create temp table by_recent as select rid from entity order by updated_at desc, id;
create temp table by_name as select rid from entity order by norm(name), id;
create temp table by_prominence as select rid from signal join entity using (rid) order by prominence desc nulls last, degree desc, id;
create temp table by_momentum as select rid from signal join entity using (rid) order by momentum desc nulls last, id;
