-- A subscription whose earlier period a bank took back is charged no more.
alter table subscription_events drop constraint subscription_events_kind_check;
alter table subscription_events add constraint subscription_events_kind_check check (kind in
  ('begun', 'paid', 'refused', 'missed', 'changed', 'paused', 'resumed', 'canceled', 'stopped', 'moved', 'planned', 'restored',
   'told', 'disputed'));
