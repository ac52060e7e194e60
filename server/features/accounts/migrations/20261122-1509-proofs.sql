-- When the person last proved in this session who they are: by signing in with a secret of theirs, or asked again.
alter table sessions add column proven_at timestamptz;
