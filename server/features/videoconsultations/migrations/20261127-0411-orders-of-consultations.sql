-- Which order has paid for a consultation, so that what is refunded is counted neither as paid for nor as taken.
alter table video_consultations add column order_id bigint references orders;
create index video_consultations_order on video_consultations (order_id) where order_id is not null;

-- What was booked for money before took the consultations of its place's orders in their turn.
with given as (
  select o.id as order_id, x.user_stream_id, o.service_id,
    row_number() over (partition by x.user_stream_id, o.service_id order by o.id) as at
  from stream_extensions x join orders o on o.id = x.order_id cross join generate_series(1, x.consultations)
), booked as (
  select v.id, v.quota_stream_id, k.service_id, row_number() over (partition by v.quota_stream_id, k.service_id order by v.id) as at
  from video_consultations v join video_kinds k on k.id = v.kind_id
  where v.pay_by = 'price' and v.quota_stream_id is not null
)
update video_consultations v set order_id = g.order_id
from booked b join given g on g.user_stream_id = b.quota_stream_id and g.service_id = b.service_id and g.at = b.at
where v.id = b.id;

update video_consultations v set quota_stream_id = null
from stream_extensions x where x.order_id = v.order_id and not x.is_given;
