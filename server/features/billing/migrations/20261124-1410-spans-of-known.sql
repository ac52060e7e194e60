-- The states of subscriptions that began before they were written down are derived by the next turns.
update orders set due_at = now() where id in (select order_id from payment_subscriptions);
