-- Staff may use the account of somebody else; the session says who, for all to see (STF-11).
alter table sessions add column impersonator_id bigint references users on delete cascade;
create index sessions_impersonator on sessions (impersonator_id) where impersonator_id is not null;
alter table transfer_tokens add column impersonator_id bigint references users on delete cascade;

-- Why somebody may not come in, for the colleagues of who decided it.
alter table users add column block_reason text not null default '';

-- What people are found by: each word of their names and e-mail, and their phone: whole, without its
-- country code, its last digits.
alter table users add column search tsvector generated always as (
  to_tsvector('simple', translate(lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')), '@.-_+''', '      '))
  || to_tsvector('simple', case when phone is null then '' else
       regexp_replace(phone, '\D', '', 'g') || ' ' || right(regexp_replace(phone, '\D', '', 'g'), 10) || ' '
       || right(regexp_replace(phone, '\D', '', 'g'), 9) || ' ' || right(regexp_replace(phone, '\D', '', 'g'), 7) || ' '
       || right(regexp_replace(phone, '\D', '', 'g'), 6) || ' ' || right(regexp_replace(phone, '\D', '', 'g'), 4) end)
) stored;
create index users_search on users using gin (search);
create index users_of_brand on users (brand_id, id);
create index users_of_role on users (brand_id, role, id) where role <> 'learner';
create index users_blocked on users (brand_id, id) where blocked_at is not null;

-- What was noted about one person.
create index audit_log_target on audit_log (target_type, target_id, id);
