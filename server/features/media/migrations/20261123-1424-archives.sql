-- A course that an author brings in: it is read, and no file of a chat or of the library.
alter table media add column is_archive boolean not null default false;
