-- Entities that a correction declares the same are merged (1.0), whatever the rules found.
insert into link
select k.record, v.record, 'correction', 1.0 from correction c
join correction_end k on k.line = c.line and k.place = 'key' join correction_end v on v.line = c.line and v.place = 'value'
join record a on a.record = k.record join record b on b.record = v.record and b.kind = a.kind
where c.type = 'same' and k.record <> v.record and not a.removed and not b.removed;
drop table apart;
