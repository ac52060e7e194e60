-- What 100 points take off a price, in minor units, by currency; none where points buy nothing.
alter table billing_terms add column point_values jsonb not null default '{}';

-- With how many points an order is paid, and what they take off; the amount is what is left.
alter table orders
  add column points_spent integer not null default 0 check (points_spent >= 0),
  add column points_discount bigint not null default 0 check (points_discount >= 0),
  add constraint orders_points_check check ((points_spent = 0) = (points_discount = 0)),
  add constraint orders_lowered_check check (amount + points_discount <= full_amount);
