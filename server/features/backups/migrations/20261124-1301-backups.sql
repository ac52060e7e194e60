-- How each backup of the whole server went; the files lie elsewhere.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Of the file, without its folder.
  name text not null,
  bytes bigint,
  failure text check (failure in ('disk_full', 'not_writable', 'files_missing', 'other')),
  check ((bytes is null) = (failure is not null))
);
