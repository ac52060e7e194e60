-- What an invoice is for, and at which tax, where that is another plan than the one that was ordered. What was issued before stays as it is.
alter table invoices add column title text, add column tax_rate integer;
update subscription_events h set detail = jsonb_set(h.detail, '{plan,taxRate}', to_jsonb(s.tax_rate))
  from services s where h.kind in ('changed', 'planned') and s.id = (h.detail->'plan'->>'serviceId')::bigint;
update invoices i set title = i.plan->>'title', tax_rate = s.tax_rate, plan = i.plan || jsonb_build_object('taxRate', s.tax_rate)
  from services s where s.id = (i.plan->>'serviceId')::bigint
    and not exists (select from ledger_entries e where e.invoice_id = i.id);
