import { one } from '#server/platform/database/statement.ts'
import type { MediaFiles } from './media-row.ts'

export const findMediaBySource = one<[sourceHash: string], { id: number; key: string; files: MediaFiles }>(
  'find-media-by-source',
  'select id, key, files from media where source_hash = $1 order by id limit 1',
)

export const insertMedia = one<[media: string], { id: number }>(
  'insert-media',
  `insert into media (key, type, name, mime, bytes, width, height, duration_ms, files, source_hash)
   select m.key, m.type, m.name, m.mime, m.bytes, m.width, m.height, m."durationMs", m.files, m."sourceHash"
     from json_to_record($1) as m(key text, type smallint, name text, mime text, bytes bigint, width integer,
       height integer, "durationMs" bigint, files jsonb, "sourceHash" text)
   returning id`,
)
