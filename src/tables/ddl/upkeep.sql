-- refresh: once

-- How often this generation's tables were kept up by changes since they were built, and how many rows that touched.
create table upkeep as select 0 as generations, 0::bigint as touched;
