/**
 * SQL: the CTE `next`, rows of a table after an id in order, up to the first younger than `until` (Unix seconds), `count` at most. Ids are
 * assigned before the commit, but no transaction lasts long enough for a lower id to appear later. However many rows there are, it
 * reads no more than `count`.
 */
export const nextSettled = (
  table: string,
  { after, until, count }: Record<'after' | 'until' | 'count', string>,
): string =>
  `read as (select * from ${table} where id > ${after} order by id limit ${count}),
   next as (
     select * from read
     where id < coalesce((select min(y.id) from read y where y.created_at > to_timestamp(${until})), 9223372036854775807)
   )`
