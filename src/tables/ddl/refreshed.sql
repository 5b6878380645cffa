-- refresh: once

-- How often this generation's tables were refreshed since they were built, and how many rows that replaced.
create table refreshed as select 0 as generations, 0::bigint as replaced;
