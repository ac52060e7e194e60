alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in
  ('reminder', 'message', 'verdict', 'alert', 'refund', 'payment', 'consultation', 'consultation_day', 'consultation_soon'));

-- When the person saw it in the list; what was sent before there was a list counts as read.
alter table notices add column read_at timestamptz;
update notices set read_at = created_at;

create index notices_listed on notices (user_id, id desc)
  where kind not in ('reminder', 'alert', 'consultation_day', 'consultation_soon');
