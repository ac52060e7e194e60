-- Staff move the next payment of a subscription, or have another plan begin with it.
alter table subscription_events
  drop constraint subscription_events_kind_check,
  add constraint subscription_events_kind_check check (kind in
    ('begun', 'paid', 'refused', 'missed', 'changed', 'paused', 'resumed', 'canceled', 'stopped', 'restored', 'moved',
     'planned'));
