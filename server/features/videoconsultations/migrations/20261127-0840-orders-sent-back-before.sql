-- When orders were matched to consultations that had been booked before (20261127-0411), one whose money had gone back before a time was
-- booked was taken for what had paid for it. Who has such a consultation has their bookings matched again, without those orders.
do $$
declare
  booked record;
  paid record;
begin
  create temporary table sent_back on commit drop as
    select v.id as consultation_id, o.id as order_id
    from video_consultations v
    join video_kinds k on k.id = v.kind_id
    join orders o on o.user_id = v.user_id and o.service_id = k.service_id
    where v.pay_by = 'price' and (
      select coalesce(sum(case when e.kind in ('payment', 'refund_reversal', 'chargeback_reversal') then e.amount else -e.amount end), 1)
      from invoices i join ledger_entries e on e.invoice_id = i.id
      where i.order_id = o.id and e.happened_at <= v.created_at) <= 0;
  create temporary table to_match on commit drop as
    select v.id, k.service_id
    from video_consultations v join video_kinds k on k.id = v.kind_id
    where v.order_id is not null and exists (
      select from sent_back s join video_consultations w on w.id = s.consultation_id and w.order_id = s.order_id
      join video_kinds wk on wk.id = w.kind_id where w.user_id = v.user_id and wk.service_id = k.service_id);
  update video_consultations v set order_id = null from to_match m where m.id = v.id;
  for booked in select v.id, v.user_id, m.service_id
    from to_match m join video_consultations v on v.id = m.id order by v.id
  loop
    select x.order_id, x.user_stream_id, x.is_given into paid
    from stream_extensions x join orders o on o.id = x.order_id
    where o.user_id = booked.user_id and o.service_id = booked.service_id
      and x.consultations > (select count(*) from video_consultations p where p.order_id = x.order_id)
      and not exists (select from sent_back s where s.consultation_id = booked.id and s.order_id = x.order_id)
    order by o.id limit 1;
    update video_consultations set order_id = paid.order_id,
      quota_stream_id = case when paid.is_given then paid.user_stream_id end
    where id = booked.id;
  end loop;
end $$;
