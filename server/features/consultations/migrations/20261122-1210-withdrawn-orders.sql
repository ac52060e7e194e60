-- A learner may take back what they asked for until somebody decides about it.
alter table consultation_orders drop constraint consultation_orders_status_check;
alter table consultation_orders add constraint consultation_orders_status_check
  check (status in ('waiting', 'approved', 'declined', 'withdrawn'));
