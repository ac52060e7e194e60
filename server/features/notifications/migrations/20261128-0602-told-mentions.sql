alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reminder', 'message', 'verdict', 'alert', 'refund', 'payment',
  'points', 'article', 'mention', 'day', 'announcement', 'digest', 'consultation', 'consultation_day', 'consultation_soon'));

-- Messages of clubs up to this one were looked at for whom they name.
create table told_mentions (
  is_only boolean primary key default true check (is_only),
  last_message_id bigint not null
);
insert into told_mentions (last_message_id) select coalesce(max(id), 0) from club_messages;
