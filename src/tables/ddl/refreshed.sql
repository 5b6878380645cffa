-- refresh: once

-- How often this generation was refreshed since it was built, and how many rows were replaced.
create table refreshed as select 0 as generations, 0::bigint as replaced;
