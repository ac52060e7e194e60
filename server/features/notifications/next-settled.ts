/**
 * SQL: the CTE `next`, rows of a table after an id in order, up to the first younger than `until` (Unix seconds), `count` at most. Ids are
 * assigned before the commit, but no transaction lasts long enough for a lower id to appear later. It reads `count` rows of the table,
 * however many there are; a number in the text of the statement lets the database plan for so few.
 */
export const nextSettled = (table: string, count: number, { after, until }: { after: string; until: string }): string =>
  `read as (select * from ${table} where id > ${after} order by id limit ${count}),
   next as (
     select * from read
     where id < coalesce((select min(y.id) from read y where y.created_at > to_timestamp(${until})), 9223372036854775807)
   )`
