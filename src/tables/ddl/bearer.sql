-- reads: entity
-- refresh: full

-- Whose labels are made: everybody's.
create temp view bearer as from entity;
