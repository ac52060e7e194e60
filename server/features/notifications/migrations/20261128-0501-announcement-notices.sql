alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('reminder', 'message', 'verdict', 'alert', 'refund', 'payment',
  'points', 'article', 'day', 'announcement', 'digest', 'consultation', 'consultation_day', 'consultation_soon'));

-- Announcements come by each way that the school sends them by, until somebody chooses one.
alter table notice_choices drop constraint notice_choices_way_check;
alter table notice_choices add constraint notice_choices_way_check check (way in ('push', 'letter', 'list', 'all'));
