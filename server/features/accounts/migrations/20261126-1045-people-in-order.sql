-- What people are sorted by when it is by name.
alter table users add column sort_name text generated always as (
  lower(coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, username))) stored;
create index users_by_name on users (brand_id, sort_name, id) where not is_trial;
-- When each was last here, read without the rows of their sessions.
create index sessions_seen on sessions (user_id, seen_at) where impersonator_id is null;

-- People who fit, in an order: by age, by name, or by when they were last here, where who never was counts as earliest. What is
-- null is not asked for; `before_id` and `before_key` are the last of the page before, the key in orders other than by age.
-- With words, the newest are looked for among the newest first, where common words are soon met, and what is missing then in the
-- index of words, where rare ones are: neither way alone is quick for both.
drop function find_people(text, tsquery, bigint, text, boolean, bigint, integer);
create function find_people(in_brand text, words tsquery, or_id bigint, in_role text, is_blocked boolean, before_id bigint,
  at_most integer, sort text default 'created', is_descending boolean default true, before_key text default null)
  returns setof users rows 50 language plpgsql stable as $$
declare
  conditions text := ' and not u.is_trial' || case when words is null then '' when or_id is null then ' and u.search @@ $2'
      else ' and (u.search @@ $2 or u.id = $3)' end
    || case when in_role is null then '' else ' and u.role = $4' end
    || case is_blocked when true then ' and u.blocked_at is not null' when false then ' and u.blocked_at is null' else '' end;
  way text := case when is_descending then ' desc' else '' end;
  beyond text := case when is_descending then ' < ' else ' > ' end;
  edge bigint := coalesce(before_id, 9223372036854775807);
  found_count integer;
begin
  if sort = 'seen' then
    return query execute 'select u.* from (
        select u.id, coalesce(unix(s.seen_at), 0) as key from users u left join (
          select user_id, max(seen_at) as seen_at from sessions where impersonator_id is null group by user_id) s on s.user_id = u.id
        where u.brand_id = $1' || conditions
      || case when before_id is null then '' else ' and (coalesce(unix(s.seen_at), 0), u.id)' || beyond || '($7::bigint, $5)' end
      || ' order by key' || way || ', u.id' || way || ' limit $6) f join users u on u.id = f.id
        order by f.key' || way || ', f.id' || way
      using in_brand, words, or_id, in_role, edge, at_most, before_key;
    return;
  elsif sort = 'name' then
    return query execute 'select u.* from users u where u.brand_id = $1' || conditions
      || case when before_id is null then '' else ' and (u.sort_name, u.id)' || beyond || '($7, $5)' end
      || ' order by u.sort_name' || way || ', u.id' || way || ' limit $6'
      using in_brand, words, or_id, in_role, edge, at_most, before_key;
    return;
  elsif words is null or not is_descending then
    return query execute 'select u.* from users u where u.brand_id = $1' || conditions
      || case when before_id is null then '' else ' and u.id' || beyond || '$5' end
      || ' order by u.id' || way || ' limit $6' using in_brand, words, or_id, in_role, edge, at_most;
    return;
  end if;
  return query execute 'select u.* from (select * from users n where n.brand_id = $1 and not n.is_trial and n.id < $5
      order by n.id desc limit 1000) u where true' || conditions || ' order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most;
  get diagnostics found_count = row_count;
  if found_count >= at_most then return; end if;
  select min(n.id) into edge from (
    select id from users where brand_id = in_brand and not is_trial and id < edge order by id desc limit 1000) n;
  return query execute 'with u as materialized (select * from users u where u.brand_id = $1 and u.id < $5' || conditions
    || ') select u.* from u order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most - found_count;
end $$;
