import { one, many, run, type Db } from '#server/platform/database/statement.ts'
import type { Kept } from '#shared/features/media/rules.ts'
import { type MediaFiles, type MediaRow, mediaColumns, type UploadedRow, mediaFileWire } from './media-item.ts'

export const findMediaBySource = one<
  [brandId: string, sourceHash: string],
  { id: number; key: string; files: MediaFiles }
>(
  'find-media-by-source',
  'select id, key, files from media where brand_id = $1 and source_hash = $2 order by id limit 1',
)

export const insertMedia = one<[media: string], { id: number }>(
  'insert-media',
  `insert into media (key, type, name, mime, bytes, made_bytes, width, height, duration_ms, files, source_hash, brand_id,
     is_in_library)
   select m.key, m.type, m.name, m.mime, m.bytes, m."madeBytes", m.width, m.height, m."durationMs", m.files,
     m."sourceHash", m."brandId", true
     from json_to_record($1) as m(key text, type smallint, name text, mime text, bytes bigint, "madeBytes" bigint,
       width integer, height integer, "durationMs" bigint, files jsonb, "sourceHash" text, "brandId" text)
   returning id`,
)

const columns = mediaColumns('m')

export const findUploadedByKey = one<[key: string], UploadedRow>(
  'find-uploaded-by-key',
  `select ${columns} from media m where m.key = $1`,
)

export const findUploadedById = one<[id: number], UploadedRow>(
  'find-uploaded-by-id',
  `select ${columns} from media m where m.id = $1`,
)

/** The upload under a key that a person began; what they sent for the library is the school's once it has arrived. */
export const findBegunUpload = one<[key: string, userId: number], UploadedRow>(
  'find-begun-upload',
  `select ${columns} from media m
    where m.key = $1 and (m.owner_id = $2::bigint or starts_with(m.upload_key, $2::bigint || ' '))`,
)

export const findOwnUpload = one<[ownerId: number, id: number], UploadedRow>(
  'find-own-upload',
  `select ${columns} from media m where m.id = $2 and m.owner_id = $1`,
)

export const findUploadByOwnKey = one<[uploadKey: string], UploadedRow>(
  'find-upload-by-own-key',
  `select ${columns} from media m where m.upload_key = $1`,
)

/** Undefined when the owner already made an upload with this key. */
export const insertUpload = one<[upload: string], UploadedRow>(
  'insert-upload',
  `insert into media as m (key, type, name, mime, bytes, files, brand_id, owner_id, is_private, status, progress, upload_key,
     is_in_library, is_archive)
   select u.key, u.type, u.name, '', u.bytes, '{}', u."brandId", u."ownerId", true, 'NOT_UPLOADED', 0, u."uploadKey",
     u."isForLibrary", u."isArchive"
     from json_to_record($1) as u(key text, type smallint, name text, bytes bigint, "brandId" text, "ownerId" bigint,
       "uploadKey" text, "isForLibrary" boolean, "isArchive" boolean)
   on conflict (upload_key) do nothing
   returning ${columns}`,
)

/** Holds a person's uploads until the transaction ends, so that files announced at once are counted one after the other. */
export const lockUploads = one<[ownerId: number], { id: number }>(
  'lock-uploads',
  'select id from users where id = $1 for no key update',
)

/** What a person keeps of uploads, and their brand of uploads and of its library. */
export const countKept = one<[ownerId: number, brandId: string], Kept>(
  'count-kept-uploads',
  `select p.*, b.*, u.*
     from (select count(*)::integer as files, coalesce(sum(bytes), 0)::bigint as bytes,
                  (count(*) filter (where status in ('NOT_UPLOADED', 'UPLOADED')))::integer as unready
             from media where owner_id = $1) p,
          (select count(*)::integer as "brandFiles", coalesce(sum(bytes), 0)::bigint as "brandBytes"
             from media where brand_id = $2 and (owner_id is not null or is_in_library or recording_id is not null)) b,
          (select count(*)::integer as "brandUnready"
             from media where brand_id = $2 and status in ('NOT_UPLOADED', 'UPLOADED')) u`,
)

/** A failed upload stays failed. */
export const setUploadFailed = run<[id: number, failure: string]>(
  'set-upload-failed',
  `update media set status = 'FAIL', failure = $2, updated_at = now()
    where id = $1 and status in ('NOT_UPLOADED', 'UPLOADED')`,
)

/** SQL: what was sent for the library is the school's from now on. */
const handOver = `owner_id = case when not m.is_in_library then m.owner_id end,
  is_private = m.is_private and not m.is_in_library`

type Done = Omit<MediaRow, 'key' | 'name' | 'createdAt'> & { madeBytes: number }

/** Answers 1, or 0 when it was cancelled or already done. */
export const setUploadDone = run<[done: string]>(
  'set-upload-done',
  `update media m set status = 'DONE', progress = 100, failure = null, type = d.type, mime = d.mime, bytes = d.bytes,
          made_bytes = d."madeBytes", width = d.width, height = d.height, duration_ms = d."durationMs", files = d.files,
          updated_at = now(), ${handOver}
     from json_to_record($1) as d(id bigint, type smallint, mime text, bytes bigint, "madeBytes" bigint, width integer,
       height integer, "durationMs" bigint, files jsonb)
    where m.id = d.id and m.status in ('NOT_UPLOADED', 'UPLOADED')`,
)

export const doneText = (done: Done): string => JSON.stringify(done)

/**
 * All bytes have arrived and wait to be converted; answers how many others of the same person, or of the school's library, do.
 * Undefined when it was done before.
 */
export const setUploadReceived = one<[id: number, type: number, mime: string], { waiting: number }>(
  'set-upload-received',
  `update media m set status = 'UPLOADED', progress = 0, type = $2, mime = $3, updated_at = now(), ${handOver}
    where id = $1 and status = 'NOT_UPLOADED'
   returning (select count(*)::integer from media o where o.status = 'UPLOADED' and case when m.is_in_library
     then o.is_in_library and o.brand_id = m.brand_id else o.owner_id = m.owner_id end) as waiting`,
)

export const setUploadProgress = run<[id: number, percent: number]>(
  'set-upload-progress',
  `update media set progress = $2, updated_at = now() where id = $1 and status = 'UPLOADED' and progress < $2`,
)

/** SQL: neither sent to anybody nor the selfie of a day nor a part of a recording. */
export const isUnseen = `m.recording_id is null and not exists (select from chat_message_files f where f.media_id = m.id)
  and not exists (select from support_message_files f where f.media_id = m.id)
  and not exists (select from club_message_files f where f.media_id = m.id)
  and not exists (select from progress_events e where e.selfie_id = m.id)`

const unused = `${isUnseen}
  and not exists (select from users u where u.id = m.owner_id and starts_with(u.avatar, '/media/' || m.key || '/'))`

/** Holds an upload: who refers to it at this moment has done so before, or does so in vain. */
export const lockOwnUpload = one<[id: number, ownerId: number], { id: number }>(
  'lock-own-upload',
  'select id from media where id = $1 and owner_id = $2 for update',
)

/** Removes an upload that nothing refers to, once it is held; its files follow (media_trash). */
export const deleteUnusedUpload = one<[id: number], { id: number }>(
  'delete-unused-upload',
  `delete from media m where m.id = $1 and ${unused} returning m.id`,
)

/** Deletes uploads that nothing refers to and nobody has touched since `before` (Unix seconds). */
export const deleteOldUnusedUploads = run<[before: number]>(
  'delete-old-unused-uploads',
  `delete from media m where (m.is_private or m.owner_id is not null) and m.updated_at < to_timestamp($1) and ${unused}`,
)

export const listTrash = many<[], { key: string }>(
  'list-media-trash',
  'select key from media_trash order by created_at limit 500',
)

export const deleteTrash = run<[key: string]>('delete-media-trash', 'delete from media_trash where key = $1')

/** Videos whose conversion has made no progress since `before` (Unix seconds). */
export const listStuckUploads = many<[before: number], { id: number }>(
  'list-stuck-uploads',
  `select id from media where status = 'UPLOADED' and parts is null and updated_at < to_timestamp($1) order by id limit 100`,
)

/** Fails videos whose conversion has made no progress since `before` (Unix seconds); what a recording is made of waits as long as that is kept. */
export const setOldUploadsFailed = many<[before: number], { id: number; key: string }>(
  'set-old-uploads-failed',
  `update media set status = 'FAIL', failure = 'file_broken', updated_at = now()
    where status = 'UPLOADED' and (recording_id is null or parts is not null) and updated_at < to_timestamp($1)
   returning id, key`,
)

/**
 * Publishes one of a person's own pictures, as their avatar: whoever has its unguessable key may open it, no message can
 * contain it, and the one published before is deleted. Undefined unless it is their own, ready, in no message and no selfie; publishing
 * it again changes nothing.
 */
export const giveOutPicture = one<[ownerId: number, id: number], { key: string; files: MediaFiles }>(
  'give-out-picture',
  `with given as (
     update media m set is_private = false, updated_at = now()
      where m.id = $2 and m.owner_id = $1 and m.status = 'DONE' and m.type = 2 and m.files ? 'small'
        and ${isUnseen}
     returning m.id, m.key, m.files
   ), gone as (
     delete from media o using given g where o.owner_id = $1 and not o.is_private and o.id <> g.id
   ) select key, files from given`,
)

/** Removes a person's published pictures; their files follow (media_trash). */
export const deleteGivenOut = run<[ownerId: number]>(
  'delete-given-out',
  'delete from media where owner_id = $1 and not is_private',
)

/** Makes the school's own what an author uploaded for a course: it stays when they leave, and can be in no message. */
export const takeIntoLibrary = run<[ownerId: number, ids: readonly number[]]>(
  'take-into-library',
  `update media m set is_in_library = true, is_private = false, owner_id = null
    where m.owner_id = $1 and m.id = any($2::bigint[]) and m.is_private and m.status in ('UPLOADED', 'DONE')
      and ${isUnseen}`,
)

const listOwnUploads = many<[ownerId: number], UploadedRow>(
  'list-own-uploads',
  `select ${mediaColumns('m')} from media m where m.owner_id = $1 order by m.id`,
)

/** Everything a person uploaded, each with an address that is valid for at least six hours from `now` (ms). */
export async function ownFiles(db: Db, ownerId: number, now: number) {
  const rows = await listOwnUploads(db, ownerId)
  return rows.map(row => ({ id: row.id, name: row.name, url: mediaFileWire(row, now).url }))
}
