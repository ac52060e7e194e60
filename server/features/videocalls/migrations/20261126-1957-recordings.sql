-- A recording of a consultation's call: asked for by one of the two, running once both have agreed, over when either stops it or
-- leaves. The film and the parts that it is joined of are media of it, and go with it.
create table call_recordings (
  id bigint generated always as identity primary key,
  consultation_id bigint not null references video_consultations on delete cascade,
  asked_at timestamptz not null,
  started_at timestamptz check (started_at >= asked_at),
  ended_at timestamptz check (ended_at >= asked_at),
  -- When both were told that it can be watched, or it was clear that there is nothing to watch.
  finished_at timestamptz
);
create unique index call_recordings_open on call_recordings (consultation_id) where ended_at is null;
create index call_recordings_consultation on call_recordings (consultation_id);
create index call_recordings_unfinished on call_recordings (ended_at)
  where started_at is not null and ended_at is not null and finished_at is null;

-- Who agreed to a recording, when and in which page of the call, and until when; and what they sent of it.
create table call_recording_sides (
  recording_id bigint not null references call_recordings on delete cascade,
  user_id bigint not null references users on delete cascade,
  page text not null,
  agreed_at timestamptz not null,
  withdrawn_at timestamptz,
  media_id bigint references media on delete set null,
  -- When their browser began, by this server's clock.
  began_at timestamptz,
  primary key (recording_id, user_id)
);
create index call_recording_sides_user on call_recording_sides (user_id);
create index call_recording_sides_media on call_recording_sides (media_id) where media_id is not null;
