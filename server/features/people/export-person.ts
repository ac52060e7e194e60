import { one } from '#server/platform/database/statement.ts'
import { exportedRows, type PersonalTables } from '#server/platform/personal-tables.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { PeopleContext } from './person-context.ts'
import { ownFiles } from '#server/features/media/queries.ts'
import { lockPerson } from '#server/features/accounts/lock-person.ts'

type Row = Record<string, unknown>

const exportOf = (tables: PersonalTables) =>
  exportedRows(tables).map(
    ([table, { where, hide = [] }]) => `select '${table}' as name, (
       select coalesce(json_agg(to_jsonb(t) - '{${hide.join(',')}}'::text[]), '[]') from ${table} t where ${where}) as rows`,
  )

/** Everything that is kept of a person, by table, without secrets, and where their files are; that it was asked for is noted. */
export function personExport(tables: PersonalTables) {
  const readAll = one<[userId: number], { data: Record<string, Row[]> }>(
    'export-person',
    `select json_object_agg(name, rows) as data from (${exportOf(tables).join('\n union all ')}) as tables`,
  )
  return async ({ db, user, params, now, refuse }: PeopleContext<'GET /studio/users/:id/export'>) =>
    db.inTransaction(async tx => {
      const person = await lockPerson(tx, params.id, user.brandId)
      if (!person) return refuse('not_found')
      const all = await readAll(tx, person.id)
      const files = await ownFiles(tx, person.id, now)
      await writeAudit(tx, user, { action: 'user.export', targetType: 'user', targetId: person.id })
      return { exported_at: Math.floor(now / 1000), data: all?.data ?? {}, files }
    })
}
