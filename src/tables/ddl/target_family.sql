-- reads: target_key, target_name, value
-- refresh: full

-- The values that the name of a complex or family which is no value itself leads to: the names that all its members have and no other target
-- has, and its members. A member that shares another such name with targets outside (RAMP1, of the CGRP and the amylin
-- receptor) is left out, unless all members have that name. Only an alias of several targets can name a family.
create temp table target_family as
with lead as (
  select norm as key, label_id from value where field = 'target'
  union
  select t.key, v.label_id from target_name t join value v on v.field = 'target' and v.norm = norm(t.label)
),
word as (select key as word, count(distinct rid) as members from target_key group by key having min(rung) = 3 and count(distinct rid) > 1),
member as (select distinct w.word, t.rid, t.label from word w join target_key t on t.key = w.word),
alias as (
  select distinct m.word, k.key, k.rid from member m join target_key k on k.rid = m.rid and k.rung = 3 where k.key in (select key from lead)
),
-- Aliases that a target outside the family has as well.
outside as (
  select distinct a.word, a.key
  from (select distinct word, key from alias) a join target_key k using (key) left join member m on m.word = a.word and m.rid = k.rid
  where m.rid is null
),
whole as (select word, key from alias join word using (word) group by word, key having count(*) = any_value(members)),
named as (from whole anti join outside using (word, key)),
shared as (select distinct word, rid from (from alias anti join whole using (word, key)) join outside using (word, key)),
carried as (
  select word, key from named
  union
  select word, norm(label) from member semi join named using (word) anti join shared using (word, rid)
)
select distinct c.word as key, l.label_id from carried c join lead l using (key);
