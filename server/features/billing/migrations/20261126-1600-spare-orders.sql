-- Whether an order was paid when its buyer had what it sells already: what was paid of it is sent back.
alter table orders add column is_spare boolean not null default false;
