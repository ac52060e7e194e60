create table payment_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null,
  status text not null check (status in ('Created', 'Active', 'Canceled')),
  is_lifetime boolean not null default false,
  end_at timestamptz,
  next_pay_at timestamptz,
  created_at timestamptz not null default now()
);
create index payment_subscriptions_user on payment_subscriptions (user_id);
