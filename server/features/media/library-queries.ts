import { many, one, run } from '#server/platform/database/statement.ts'
import { type MediaFiles, mediaColumns, type UploadedRow } from './media-item.ts'

/** Holds a file of a school's library until the transaction ends; undefined for any other. */
export const lockLibraryFile = one<[brandId: string, id: number], UploadedRow>(
  'lock-library-file',
  `select ${mediaColumns('m')} from media m where m.id = $2 and m.brand_id = $1 and m.is_in_library for update`,
)

export const setLibraryName = run<[id: number, name: string]>(
  'set-library-name',
  'update media set name = $2 where id = $1',
)

/** Changes which files an item has; a later import adds the file as a new item. */
export const setLibraryFiles = run<[id: number, files: string]>(
  'set-library-files',
  'update media set files = $2, source_hash = null, updated_at = now() where id = $1',
)

/** Removes a file of a library that no course uses or has used, and no banner or article shows; what is stored of it follows (media_trash). */
export const deleteUnusedFile = run<[id: number]>(
  'delete-unused-file',
  'delete from media where id = $1 and not exists (select from media_uses u where u.media_id = $1) and not exists (select from shown_files p where p.media_id = $1)',
)

/** A film that could not be converted waits to be converted once more. */
export const setConvertedAgain = run<[id: number]>(
  'set-converted-again',
  `update media set status = 'UPLOADED', progress = 0, failure = null, updated_at = now() where id = $1`,
)

/** Holds two files of a library until the transaction ends, with whether courses use them. */
export const lockPair = many<[brandId: string, ids: readonly number[]], UploadedRow & { isUsed: boolean }>(
  'lock-library-pair',
  `select ${mediaColumns('m')}, exists (select from media_uses u where u.media_id = m.id)
     or exists (select from shown_files p where p.media_id = m.id) as "isUsed" from media m
    where m.id = any($2::bigint[]) and m.brand_id = $1 and m.is_in_library order by m.id for update of m`,
)

/** A file is to take the place of another one as soon as it is ready. */
export const setReplacing = run<[id: number, oldId: number]>(
  'set-replacing',
  'update media set replaces_id = $2, updated_at = now() where id = $1',
)

type Part = { id: number; key: string; files: MediaFiles }

/** A file that is ready to replace another, with the one it replaces; undefined when there is no such file. */
export const findReplacement = one<[newId: number], { old: Part; next: Part }>(
  'find-replacement',
  `select json_build_object('id', o.id, 'key', o.key, 'files', o.files) as old,
          json_build_object('id', n.id, 'key', n.key, 'files', n.files) as next
     from media n join media o on o.id = n.replaces_id
    where n.id = $1 and n.status = 'DONE' and n.retired_at is null and o.type = n.type`,
)

/** Files that are ready and have not taken the place they were sent for, as after a crash between the two. */
export const listUnfinishedReplacements = many<[], { id: number }>(
  'list-unfinished-replacements',
  `select id from media where replaces_id is not null and status = 'DONE' and retired_at is null
     and updated_at < now() - interval '1 minute'`,
)

/** Holds both until the transaction ends. */
export const lockBoth = many<[ids: readonly number[]], { id: number; key: string }>(
  'lock-replacement',
  'select id, key from media where id = any($1::bigint[]) order by id for update',
)

/** Two items swap what they store; the old one gets `kept` besides, and a later import adds it as a new item. */
export const swapFiles = run<[oldId: number, newId: number, kept: string]>(
  'swap-media-files',
  `update media m set key = o.key, mime = o.mime, bytes = o.bytes, made_bytes = o.made_bytes, width = o.width,
     height = o.height, duration_ms = o.duration_ms, status = o.status, progress = o.progress, failure = o.failure,
     files = case when m.id = $1::bigint then o.files || $3::jsonb else o.files end, source_hash = null, updated_at = now()
   from media o where (m.id, o.id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
)

/** What an item stored before stays for a week, for those who play it. */
export const setRetired = run<[id: number]>(
  'set-retired',
  'update media set is_in_library = false, retired_at = now() where id = $1',
)

/** Removes what was replaced before `before` (Unix seconds). */
export const deleteRetired = run<[before: number]>(
  'delete-retired-media',
  'delete from media where retired_at < to_timestamp($1)',
)
