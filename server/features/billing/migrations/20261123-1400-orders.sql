-- What a school sells. Numbers below 10,000 are those of products in brand files (009).
create table services (
  id bigint generated always as identity (start with 10001) primary key,
  brand_id text not null,
  type text not null check (type in ('course_demo', 'course_buy', 'course_subscription')),
  -- By language: title and description.
  texts jsonb not null,
  course_id bigint references courses,
  -- The cohort that it opens, otherwise the next one; with access_days a place that begins on the day of payment.
  stream_id bigint references streams on delete set null,
  access_days integer check (access_days between 1 and 3660),
  consultations integer not null default 0 check (consultations between 0 and 1000),
  points integer not null default 0 check (points between 0 and 1000000),
  -- Included in the price, in hundredths of a percent.
  tax_rate integer not null default 0 check (tax_rate between 0 and 9999),
  -- Into how many instalments the price may be divided, and how far they are apart.
  instalments integer not null default 1 check (instalments between 1 and 36),
  -- Of a subscription what one payment lasts for, of instalments what lies between them.
  period_count integer not null default 1 check (period_count between 1 and 366),
  period_unit text not null default 'month' check (period_unit in ('day', 'week', 'month', 'year')),
  trial_days integer not null default 0 check (trial_days between 0 and 366),
  -- Whether a subscription opens the mobile app alone.
  is_general boolean not null default false,
  category_id integer,
  is_hidden boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check (type = 'course_subscription' or course_id is not null or consultations + points > 0),
  check (type <> 'course_subscription' or instalments = 1)
);
create index services_brand on services (brand_id);

-- In minor units.
create table service_prices (
  service_id bigint not null references services on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 0 and 9999999999),
  primary key (service_id, currency)
);

create table discounts (
  id bigint generated always as identity primary key,
  brand_id text not null,
  -- In capitals.
  code text not null,
  percent integer check (percent between 1 and 100),
  amount bigint check (amount > 0),
  currency text,
  most_uses integer check (most_uses > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  unique (brand_id, code),
  check ((percent is null) <> (amount is null)),
  check ((amount is null) = (currency is null))
);
-- None when it holds for all.
create table discount_services (
  discount_id bigint not null references discounts on delete cascade,
  service_id bigint not null references services on delete cascade,
  primary key (discount_id, service_id)
);

-- Where a brand's money goes. The keys are encrypted under the server's key.
create table payment_accounts (
  id bigint generated always as identity primary key,
  brand_id text not null,
  provider text not null check (provider in ('sandbox', 'stripe', 'yookassa')),
  keys bytea not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index payment_accounts_active on payment_accounts (brand_id) where is_active;

-- How a brand sells.
create table billing_terms (
  brand_id text primary key,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  grace_days integer not null default 14 check (grace_days between 0 and 60),
  reminds_unpaid boolean not null default true,
  -- Who sells: name, address and tax number as they stand on receipts.
  seller text not null default ''
);

-- A way to pay that a learner has saved.
create table payment_methods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  account_id bigint not null references payment_accounts,
  token text not null,
  kind text not null,
  brand text not null,
  last4 text,
  expires_month integer,
  expires_year integer,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, token)
);
create index payment_methods_user on payment_methods (user_id);

-- What a learner wants to buy, at the terms that were shown. Status and access are derived from the ledger.
create table orders (
  id bigint generated always as identity primary key,
  brand_id text not null,
  -- Null once the person is erased: what was paid stays on the books.
  user_id bigint references users on delete set null,
  service_id bigint not null references services,
  type text not null,
  title text not null,
  language text not null,
  -- In which the days of instalments and subscriptions are counted.
  timezone text not null,
  currency text not null,
  full_amount bigint not null,
  amount bigint not null check (amount between 0 and full_amount),
  discount_id bigint references discounts,
  tax_rate integer not null,
  -- What it opens.
  course_id bigint references courses on delete set null,
  stream_id bigint references streams on delete set null,
  access_days integer,
  consultations integer not null,
  points integer not null,
  -- To which later instalments are charged.
  method_id bigint references payment_methods on delete set null,
  closes_at timestamptz not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'closed', 'paid', 'overdue', 'refunded', 'disputed')),
  is_open boolean not null default false,
  -- When the next thing happens to it without anybody's doing; null when nothing does.
  due_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index orders_waiting on orders (user_id, service_id) where status = 'waiting';
create index orders_user on orders (user_id, id);
create index orders_brand on orders (brand_id, id);
create index orders_due on orders (due_at) where due_at is not null;
create index orders_discount on orders (discount_id) where discount_id is not null;

create table invoices (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  number integer not null,
  amount bigint not null check (amount >= 0),
  due_at timestamptz not null,
  -- Of a subscription the days that it is for; the second is the first day after them.
  starts_on date,
  ends_on date,
  -- What a change of plan left over, included in the amount.
  credit bigint not null default 0 check (credit >= 0),
  -- The plan that paying it changes to.
  plan jsonb,
  -- When an instalment is charged next.
  next_try_at timestamptz,
  created_at timestamptz not null default now(),
  unique (order_id, number)
);

-- A request to a provider for the money of an invoice. Written before the provider is asked; the key makes a repeat harmless.
create table payment_attempts (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  number integer not null,
  key uuid not null unique default gen_random_uuid(),
  account_id bigint not null references payment_accounts,
  method_id bigint references payment_methods on delete set null,
  is_automatic boolean not null,
  amount bigint not null,
  saves_method boolean not null default false,
  -- Of the buyer, for a repeat of the request; forgotten when the attempt is over.
  email text,
  state text not null default 'begun' check (state in ('begun', 'open', 'pending', 'confirm', 'done', 'refused', 'closed')),
  refusal text,
  object_id text,
  url text,
  -- When the provider is asked next what became of it.
  ask_at timestamptz,
  created_at timestamptz not null default now(),
  unique (invoice_id, number)
);
create unique index payment_attempts_unfinished on payment_attempts (invoice_id)
  where state in ('begun', 'open', 'pending', 'confirm');
create index payment_attempts_asked on payment_attempts (ask_at) where ask_at is not null;

-- The books: nothing in them changes, a mistake is answered by another line. Amounts are above zero.
create table ledger_entries (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  attempt_id bigint references payment_attempts,
  kind text not null check (kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal')),
  amount bigint not null check (amount > 0),
  fee bigint,
  -- Null for what staff entered by hand.
  account_id bigint references payment_accounts,
  object_id text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (account_id, object_id, kind)
);
create index ledger_entries_invoice on ledger_entries (invoice_id);
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the ledger stay as they are';
end $$;
create trigger ledger_stays before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- What staff asked to be sent back. Written before the provider is asked.
create table refunds (
  id bigint generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),
  -- What it was asked for by, so that a repeat sends nothing twice.
  source text not null,
  invoice_id bigint not null references invoices,
  payment_id bigint not null references ledger_entries,
  amount bigint not null check (amount > 0),
  reason text not null,
  actor_id bigint references users on delete set null,
  state text not null default 'begun' check (state in ('begun', 'pending', 'done', 'failed')),
  object_id text,
  ask_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index refunds_payment on refunds (payment_id, source);
create index refunds_asked on refunds (ask_at) where ask_at is not null;

-- Each event of a provider once.
create table provider_events (
  account_id bigint not null references payment_accounts on delete cascade,
  event_id text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (account_id, event_id)
);

-- A subscription is what happened to it; the columns below are derived from its history.
alter table payment_subscriptions
  add column order_id bigint unique references orders,
  add column service_id bigint references services,
  add column method_id bigint references payment_methods on delete set null,
  add column state text not null default 'created'
    check (state in ('created', 'trial', 'active', 'past_due', 'paused', 'ending', 'ended')),
  add column next_charge_on date,
  add column paid_until date,
  -- What a period takes, in minor units of the order's currency.
  add column amount bigint,
  add column period_count integer,
  add column period_unit text check (period_unit in ('day', 'week', 'month', 'year'));

create table subscription_events (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references payment_subscriptions on delete cascade,
  kind text not null check (kind in ('begun', 'paid', 'refused', 'missed', 'changed', 'paused', 'resumed', 'canceled', 'stopped')),
  happened_on date not null,
  -- The invoice, attempt or entry that it comes from, so that it happens once.
  source text not null,
  -- What it was about: the plan, the refusal, the reason.
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (subscription_id, kind, source)
);
