-- The photo that a learner took to start a day; it goes with the upload.
alter table progress_events add column selfie_id bigint references media on delete set null;
create index progress_events_selfie on progress_events (selfie_id) where selfie_id is not null;
create index progress_events_selfies_of_stream on progress_events (user_stream_id) where selfie_id is not null;
