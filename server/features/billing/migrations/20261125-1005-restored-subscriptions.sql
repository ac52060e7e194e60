-- A subscription that was stopped by a chargeback goes on when the bank returns the payment.
alter table subscription_events drop constraint subscription_events_kind_check;
alter table subscription_events add constraint subscription_events_kind_check check (kind in
  ('begun', 'paid', 'refused', 'missed', 'changed', 'paused', 'resumed', 'canceled', 'stopped', 'restored'));
