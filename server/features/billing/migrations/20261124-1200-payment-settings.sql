alter table payment_accounts
  -- Whose it is by the provider's own word: other keys of the same owner open the same account. Empty where nobody asked.
  add column merchant text not null default '',
  add column set_at timestamptz not null default now();

-- What test charges are for: it gives nothing and is shown nowhere.
alter table services
  add column is_test boolean not null default false,
  drop constraint services_check,
  add constraint services_check
    check (is_test or type = 'course_subscription' or course_id is not null or consultations + points > 0);
create unique index services_test on services (brand_id) where is_test;

-- Orders by which staff try whether an account takes money.
create table payment_tests (
  order_id bigint primary key references orders,
  account_id bigint not null references payment_accounts,
  -- When the browser came back from the provider's page.
  returned_at timestamptz
);
create index payment_tests_account on payment_tests (account_id);
