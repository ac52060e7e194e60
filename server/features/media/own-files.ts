import { type Db, many } from '#server/platform/database/statement.ts'
import { mediaColumns, type UploadedRow } from './media-row.ts'
import { mediaFileWire } from './wire.ts'

const listOwnUploads = many<[ownerId: number], UploadedRow>(
  'list-own-uploads',
  `select ${mediaColumns('m')} from media m where m.owner_id = $1 order by m.id`,
)

/** All that somebody uploaded, each with an address that opens it for at least six hours from `now` (ms). */
export async function ownFiles(db: Db, ownerId: number, now: number) {
  const rows = await listOwnUploads(db, ownerId)
  return rows.map(row => ({ id: row.id, name: row.name, url: mediaFileWire(row, now).url }))
}
