-- Who sets out to link a network does so from a session; when that ends, so does the attempt.
alter table social_attempts add column session_id bigint references sessions on delete cascade;
create index social_attempts_session on social_attempts (session_id) where session_id is not null;
-- Whoever there is before anybody could sign up by themselves was added by the operator, who vouches for the e-mail.
update users set is_email_validated = true where email is not null and password_hash is not null;
