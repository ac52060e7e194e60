import { newFileKey } from '#server/platform/storage/file-store.ts'
import type { Db } from '#server/platform/database/statement.ts'

type Plan = Partial<{ state: string; userId: number }>

/** Inserts the upload of a course, of which nothing is stored; answers its id. */
export async function insertArchive(db: Db, userId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, bytes, files, brand_id, owner_id, is_private, is_archive)
      values ($1, 4, 'tea.imscc', 'application/octet-stream', 10, '{"original": "document.zip"}', 'kurso', $2, true, true)
      returning id`,
    values: [newFileKey(), userId],
  })
  return rows[0]?.id ?? 0
}

/** Inserts an import of a course; by default one that is done and whose upload is gone. */
export async function insertImport(db: Db, { state = 'done', userId }: Plan = {}): Promise<number> {
  const fileId = userId === undefined ? null : await insertArchive(db, userId)
  const { rows } = await db.query<{ id: number }>({
    text: `insert into course_imports (brand_id, user_id, file_id, name, language, state, report, failure)
      values ('kurso', $1, coalesce($2::bigint, -(select count(*) from course_imports) - 1), 'tea.imscc', 'en', $3,
        '[{"title": "Page", "kind": "page", "outcome": "imported", "why": []}]',
        case when $3 = 'failed' then '{"code": "empty", "entry": "tea.imscc"}'::jsonb end) returning id`,
    values: [userId ?? null, fileId, state],
  })
  return rows[0]?.id ?? 0
}
