-- Sold to who has a place in the course: more days of it, or more consultations.
alter table services add column is_extension boolean not null default false,
  add constraint services_extension_check check (not is_extension or
    type = 'course_buy' and course_id is not null and stream_id is null and (access_days is not null or consultations > 0));
-- The place that an order extends.
alter table orders add column extends_id bigint references user_streams on delete set null;
create index orders_extends on orders (extends_id) where extends_id is not null;
