-- Why money goes back by itself, apart from what staff write.
alter table refunds add column cause text check (cause in ('excess', 'unused'));
update refunds set cause = reason, reason = '' where actor_id is null and reason in ('excess', 'unused');
