-- Services change; what was ordered keeps its terms.
alter table orders
  add column period_count integer not null default 1,
  add column period_unit text not null default 'month' check (period_unit in ('day', 'week', 'month', 'year')),
  add column trial_days integer not null default 0;
update orders o set period_count = s.period_count, period_unit = s.period_unit, trial_days = s.trial_days
  from services s where s.id = o.service_id;
