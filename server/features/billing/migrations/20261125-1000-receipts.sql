-- How far each series of a school's receipts and credit notes is counted. Who takes the next number holds the row until the
-- commit, so that none is left out; what moves no money is counted for itself.
create table receipt_series (
  brand_id text not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  is_trial boolean not null,
  last_number bigint not null check (last_number > 0),
  primary key (brand_id, kind, is_trial)
);

-- One for each line of the ledger: a receipt for money that came in, a credit note for money that went back.
create table receipts (
  id bigint generated always as identity primary key,
  brand_id text not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  is_trial boolean not null,
  number bigint not null check (number > 0),
  -- As it is printed.
  code text not null generated always as (
    case when is_trial then 'TEST-' else '' end || case kind when 'receipt' then 'R-' else 'C-' end
      || lpad(number::text, greatest(6, length(number::text)), '0')
  ) stored,
  entry_id bigint not null unique references ledger_entries,
  -- Who sold it, as it was called then.
  seller text not null,
  issued_at timestamptz not null,
  unique (brand_id, kind, is_trial, number)
);

-- Who bought it, as they were called then. It goes with the person; the books keep number, day and amount.
create table receipt_buyers (
  receipt_id bigint primary key references receipts,
  user_id bigint not null references users on delete cascade,
  name text not null
);
create index receipt_buyers_user on receipt_buyers (user_id);

-- What was paid and sent back until now, in its order.
insert into receipts (brand_id, kind, is_trial, number, entry_id, seller, issued_at)
select f.brand_id, f.kind, f.is_trial, row_number() over (partition by f.brand_id, f.kind, f.is_trial order by f.id), f.id, f.seller, now()
from (
  select e.id, o.brand_id, case when e.kind in ('payment', 'chargeback_reversal') then 'receipt' else 'credit_note' end as kind,
    coalesce(a.provider = 'sandbox', false) as is_trial, coalesce(t.seller, '') as seller
  from ledger_entries e join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
  left join payment_accounts a on a.id = e.account_id left join billing_terms t on t.brand_id = o.brand_id) f;
insert into receipt_series (brand_id, kind, is_trial, last_number)
select brand_id, kind, is_trial, max(number) from receipts group by brand_id, kind, is_trial;
insert into receipt_buyers (receipt_id, user_id, name)
select r.id, u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username, '')
from receipts r join ledger_entries e on e.id = r.entry_id join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
join users u on u.id = o.user_id;

create function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception 'Receipts stay as they are';
end $$;
create trigger receipts_stay before update or delete or truncate on receipts
  for each statement execute function refuse_receipt_change();
