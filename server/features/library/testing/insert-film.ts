import { newFileKey } from '#server/platform/storage/file-store.ts'
import type { Db } from '#server/platform/database/statement.ts'

type Plan = Partial<{ name: string; type: number; status: string; brandId: string; key: string }>

/** Inserts a file of a school's library; by default a film that is ready, of which nothing is stored. */
export async function insertFilm(db: Db, plan: Plan = {}): Promise<number> {
  const { name = 'film.mp4', type = 1, status = 'DONE', brandId = 'kurso', key = newFileKey() } = plan
  const { rows } = await db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, bytes, made_bytes, duration_ms, files, brand_id, is_in_library, status,
        failure)
      values ($1, $2, $3, 'video/mp4', 10, 20, 8000, '{"mp4": "video.mp4"}', $4, true, $5,
        case when $5 = 'FAIL' then 'file_broken' end) returning id`,
    values: [key, type, name, brandId, status],
  })
  return rows[0]?.id ?? 0
}
