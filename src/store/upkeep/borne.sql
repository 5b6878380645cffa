insert into borne
select a.wid, n.rid
from name_word n join word_before b using (wid) join word a on a.word = b.word
where n.rid not in (select rid from touched);

drop table word_before;
