-- What an order has added to a place, and whom the school may ask about it.
create table stream_extensions (
  order_id bigint primary key references orders,
  user_stream_id bigint not null references user_streams on delete cascade,
  name text not null default '',
  phone text not null default '',
  email text not null default '',
  -- By how many days the end of the place moved, and how many consultations were added.
  days integer not null default 0,
  consultations integer not null default 0,
  is_given boolean not null default false,
  created_at timestamptz not null default now()
);
create index stream_extensions_place on stream_extensions (user_stream_id);
