import { many, one, run } from '#server/platform/database/statement.ts'

/** A stored file of a media item; `path` is relative to the item's key. */
export type MeasuredFile = {
  purpose: 'full' | 'small' | 'sound' | 'beside'
  path: string
  bytes: number
  /** SHA-256 of each range of 8 MiB, hex. */
  hashes: string[]
}

export type MeasuredItem = { mediaId: number; source: string; files: MeasuredFile[] }

/** What is known of media items. */
export const listMeasured = many<[mediaIds: readonly number[]], MeasuredItem>(
  'list-measured-downloads',
  'select media_id as "mediaId", source, files from download_items where media_id = any($1)',
)

/** Keeps what was measured of an item, unless that is gone by now. */
export const keepMeasured = run<[mediaId: number, source: string, files: string]>(
  'keep-measured-download',
  `insert into download_items (media_id, source, files) select id, $2, $3::jsonb from media where id = $1 for key share
   on conflict (media_id) do update set source = excluded.source, files = excluded.files, made_at = now()`,
)

/** The key that signs leases: the one given, unless there is one already. */
export const keepLeaseKey = one<[privateKey: string], { privateKey: string }>(
  'keep-lease-key',
  `with made as (
     insert into download_keys (private_key) values ($1) on conflict (is_only) do nothing returning private_key
   )
   select private_key as "privateKey" from made union all select private_key from download_keys`,
)
