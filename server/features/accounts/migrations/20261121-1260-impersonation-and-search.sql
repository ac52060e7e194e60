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
create index users_search on users using gin (search) with (fastupdate = off);
create index users_of_brand on users (brand_id, id);
create index users_of_role on users (brand_id, role, id) where role <> 'learner';
create index users_blocked on users (brand_id, id) where blocked_at is not null;

-- What was noted about one person.
create index audit_log_target on audit_log (target_type, target_id, id);

-- The newest people who fit; what is null is not asked for. Words are looked for among the newest first, where common ones are
-- soon met, and what is missing then in the index of words, where rare ones are: neither way alone is quick for both.
create function find_people(in_brand text, words tsquery, or_id bigint, in_role text, is_blocked boolean, before_id bigint,
  at_most integer) returns setof users language plpgsql stable as $$
declare
  conditions text := case when words is null then '' when or_id is null then ' and u.search @@ $2'
      else ' and (u.search @@ $2 or u.id = $3)' end
    || case when in_role is null then '' else ' and u.role = $4' end
    || case is_blocked when true then ' and u.blocked_at is not null' when false then ' and u.blocked_at is null' else '' end;
  edge bigint := coalesce(before_id, 9223372036854775807);
  found_count integer;
begin
  if words is null then
    return query execute 'select u.* from users u where u.brand_id = $1 and u.id < $5' || conditions
      || ' order by u.id desc limit $6' using in_brand, words, or_id, in_role, edge, at_most;
    return;
  end if;
  return query execute 'select u.* from (select * from users n where n.brand_id = $1 and n.id < $5
      order by n.id desc limit 1000) u where true' || conditions || ' order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most;
  get diagnostics found_count = row_count;
  if found_count >= at_most then return; end if;
  select min(n.id) into edge from (
    select id from users where brand_id = in_brand and id < edge order by id desc limit 1000) n;
  return query execute 'with u as materialized (select * from users u where u.brand_id = $1 and u.id < $5' || conditions
    || ') select u.* from u order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most - found_count;
end $$;
