-- To whom a brand's demo course was given: once, from however many devices it is asked for (GRD-07).
create table demo_accesses (
  user_id bigint not null references users on delete cascade,
  service_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, service_id)
);
