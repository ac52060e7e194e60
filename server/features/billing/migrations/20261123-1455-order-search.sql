-- What staff look for about an order: what the provider told of its objects, and what was written down about it.
create index provider_events_object on provider_events (object_id);
create index orders_service on orders (service_id, id);
create index refunds_invoice on refunds (invoice_id);

-- By which a repeat of an order that staff make is known.
alter table orders add column client_key text;
create unique index orders_client_key on orders (brand_id, client_key) where client_key is not null;
