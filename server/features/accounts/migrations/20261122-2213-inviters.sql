-- Who invites by a link for the first password, so that the page it opens can say so.
alter table one_time_codes add column inviter_id bigint references users on delete set null;
create index one_time_codes_inviter on one_time_codes (inviter_id) where inviter_id is not null;
