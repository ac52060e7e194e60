-- Accounts of app stores are kept beside those that charge; is_active is of the latter alone.
alter table payment_accounts
  drop constraint payment_accounts_provider_check,
  add constraint payment_accounts_provider_check check (provider in ('sandbox', 'stripe', 'yookassa', 'apple', 'google')),
  add column is_trial boolean not null default false;
update payment_accounts set is_trial = true where provider = 'sandbox';

-- Through which account a brand hears of what its app sells.
create table app_stores (
  brand_id text not null,
  store text not null check (store in ('apple', 'google')),
  account_id bigint not null references payment_accounts,
  primary key (brand_id, store)
);

-- Who charges an order, and says what becomes of its subscription.
alter table orders add column scheduler text not null default 'own' check (scheduler in ('own', 'apple', 'google'));

-- Both stores may sell a service under one code.
alter table appstore_products
  drop constraint appstore_products_service_id_code_key,
  add unique (service_id, alias, code);

-- By what a store knows whose a purchase is.
create table store_buyers (
  user_id bigint primary key references users on delete cascade,
  token uuid not null unique default gen_random_uuid()
);

-- One purchase in a store, with all its renewals.
create table store_purchases (
  store text not null check (store in ('apple', 'google')),
  chain text not null,
  account_id bigint not null references payment_accounts,
  -- Null once the person is erased; it becomes nobody else's.
  user_id bigint references users on delete set null,
  -- The latest one.
  order_id bigint not null references orders,
  -- When the present transaction was made, and when the store last told of it.
  purchased_at timestamptz not null,
  told_at timestamptz not null,
  -- By what the store is asked again, and when; null when it tells by itself.
  proof jsonb,
  ask_at timestamptz,
  is_acknowledged boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (store, chain)
);
create index store_purchases_user on store_purchases (user_id) where user_id is not null;
create index store_purchases_order on store_purchases (order_id);
create index store_purchases_asked on store_purchases (ask_at) where ask_at is not null;

create table store_transactions (
  store text not null,
  transaction_id text not null,
  chain text not null,
  order_id bigint not null references orders,
  invoice_id bigint not null references invoices,
  code text not null,
  -- When the store took it back, as it said at told_at.
  revoked_at timestamptz,
  told_at timestamptz not null,
  primary key (store, transaction_id),
  foreign key (store, chain) references store_purchases
);
create index store_transactions_order on store_transactions (order_id);

-- What a store signed, where it cannot be asked.
alter table provider_events add column proof jsonb;

alter table subscription_events
  drop constraint subscription_events_kind_check,
  add constraint subscription_events_kind_check check (kind in
    ('begun', 'paid', 'refused', 'missed', 'changed', 'paused', 'resumed', 'canceled', 'stopped', 'restored', 'moved',
     'planned', 'told'));
