delete from posting_head where tid in (select tid from term_changed);
insert into posting_head from own.posting_head;
