-- Files of the school itself, which stay when whoever uploaded them leaves.
alter table media add column is_in_library boolean not null default false;
