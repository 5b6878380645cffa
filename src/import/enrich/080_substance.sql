-- A product's substance has one identifier, the same across companies: by ChEMBL id, or else by generic name.
update entity set product_uid = substance_uid(attributes ->> 'chembl_id', attributes ->> 'generic')
where state = 'live' and kind = 'product' and product_uid is null and coalesce(attributes ->> 'chembl_id', attributes ->> 'generic') is not null;

-- One row for each field and source.
create or replace table provenance as
select entity_id, field, source, max(confidence) as confidence, max(observed_at) as observed_at from provenance group by all;
