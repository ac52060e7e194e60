-- Of two who change one at once the second is told; what is sent twice is added once.
alter table services
  add column revision integer not null default 1,
  add column client_key text,
  add unique (brand_id, client_key);
alter table discounts
  add column revision integer not null default 1,
  add column client_key text,
  add unique (brand_id, client_key);
