alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in
  ('reminder', 'message', 'verdict', 'alert', 'refund', 'consultation', 'consultation_day', 'consultation_soon'));
