-- What has cancelled a consultation by itself, apart from what people write: its payment went back, or is disputed.
alter table video_consultations add column cancel_cause text check (cancel_cause in ('refunded', 'disputed'));
