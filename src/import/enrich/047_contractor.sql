-- What companies are that test what others develop: their names seldom say so (IQVIA, Medpace).
create temp table hit as select id from entity
where kind = 'company' and state = 'live' and regexp_matches(plain_words(name),
  '^(medpace|parexel|iqvia|quintiles|syneos|inc research|pra health|covance|labcorp drug development|fortrea|ppd|pharmaceutical product development|icon (?:plc|clinical)|novotech|premier research|worldwide clinical trials|clinipace|charles river|wuxi apptec|pharmaron|tigermed|hangzhou tigermed|psi cro|ergomed|linical|cmic|eps international)\b');
update entity set attributes = json_merge_patch(coalesce(attributes, '{}'), '{"business": "contract research organization (CRO)"}')::varchar where id in (from hit);
insert into provenance (entity_id, field, source, confidence) select id, 'attributes.business', 'biograph: its list of contract research organizations', 0.9 from hit;
insert into proposal_applied select 'contractor', id from hit;
drop table hit;
