-- When the check of all orders began last, on whichever node.
create table order_checks (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null
);
