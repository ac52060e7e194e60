-- What the next payment of a subscription takes, which is less than its period costs while a credit is left.
alter table payment_subscriptions add column next_amount bigint;
update payment_subscriptions set next_amount = amount where next_pay_at is not null and order_id is not null;
