-- What belongs to the recording of a call: the parts that its two people sent, and the film that they are joined to. `parts` are
-- those of a film that is made of others: which, from where in it, and how much of each, in ms.
alter table media
  add column recording_id bigint references call_recordings on delete cascade,
  add column parts jsonb;
create index media_recording on media (recording_id) where recording_id is not null;
create unique index media_recorded_film on media (recording_id) where parts is not null;

-- Films of recordings are nobody's own, and count among the bytes that a brand keeps.
create index media_bytes_of_brand on media (brand_id) include (bytes)
  where owner_id is not null or is_in_library or recording_id is not null;
drop index media_kept_of_brand;
