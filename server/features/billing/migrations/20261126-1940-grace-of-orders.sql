-- For how many days what is owed stays open: as it was when it was ordered, whatever the school chooses later.
alter table orders add column grace_days integer not null default 14;
update orders o set grace_days = coalesce(
  (select (h.detail->>'graceDays')::integer from payment_subscriptions ps
   join subscription_events h on h.subscription_id = ps.id and h.kind = 'begun'
   where ps.order_id = o.id and h.detail->>'graceDays' is not null limit 1),
  (select t.grace_days from billing_terms t where t.brand_id = o.brand_id),
  14);
