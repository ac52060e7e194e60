-- The learner as whom an author tries a draft is nobody of the school, and is in no list of people.
alter table users add column is_trial boolean not null default false;

create or replace function find_people(in_brand text, words tsquery, or_id bigint, in_role text, is_blocked boolean, before_id bigint,
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
    return query execute 'select u.* from users u where u.brand_id = $1 and not u.is_trial and u.id < $5' || conditions
      || ' order by u.id desc limit $6' using in_brand, words, or_id, in_role, edge, at_most;
    return;
  end if;
  return query execute 'select u.* from (select * from users n where n.brand_id = $1 and not n.is_trial and n.id < $5
      order by n.id desc limit 1000) u where true' || conditions || ' order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most;
  get diagnostics found_count = row_count;
  if found_count >= at_most then return; end if;
  select min(n.id) into edge from (
    select id from users where brand_id = in_brand and not is_trial and id < edge order by id desc limit 1000) n;
  return query execute 'with u as materialized (select * from users u where u.brand_id = $1 and not u.is_trial and u.id < $5' || conditions
    || ') select u.* from u order by u.id desc limit $6'
    using in_brand, words, or_id, in_role, edge, at_most - found_count;
end $$;
