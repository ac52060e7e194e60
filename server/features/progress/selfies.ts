import { one } from '#server/platform/database/statement.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { mediaFileWire, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import type { DaySelfieWire } from '#shared/features/progress/contract.ts'

/** A person's own picture, as an upload; undefined when it is not theirs or already shown to everybody. */
export const findOwnPhoto = one<[id: number, ownerId: number], Pick<UploadedRow, 'type' | 'status'>>(
  'find-own-photo',
  'select type, status from media where id = $1 and owner_id = $2 and is_private',
)

/** A selfie as the contract has it, but for its signed addresses: see `daySelfieWire`. */
export type DaySelfieRow = Omit<DaySelfieWire, 'file'> & { file: UploadedRow }

/** SQL: the selfies with which a learner started days of a stage, as JSON in the order of the days. */
export const selfiesJson = (userStreamId: string, stageId: string) => `(
  select coalesce(json_agg(json_build_object('day_number', sd.day_number, 'taken_at', unix(se.occurred_at),
    'file', ${mediaJson('sm')}) order by sd.day_number, se.occurred_at), '[]')
  from progress_events se join course_days sd on sd.id = se.day_id join media sm on sm.id = se.selfie_id
  where se.user_stream_id = ${userStreamId} and sd.stage_id = ${stageId})`

/** A selfie with addresses that open it at `now` (ms) for at least six hours. */
export function daySelfieWire(row: DaySelfieRow, now: number): DaySelfieWire {
  return { ...row, file: mediaFileWire(row.file, now) }
}

const findSeenSelfie = one<[mediaId: number, userId: number, role: string, brandId: string], { isSeen: boolean }>(
  'find-seen-selfie',
  `select exists (
     select from progress_events e join user_streams us on us.id = e.user_stream_id
      where e.selfie_id = $1 and teaches($2, $3, $4, us.course_id)
   ) as "isSeen"`,
)

/** Whether a file is the selfie of a learner of a course that the person teaches. */
export async function maySeeSelfie(database: Database, actor: Actor, mediaId: number): Promise<boolean> {
  const { userId, role, brandId } = actor
  return (await findSeenSelfie(database, mediaId, userId, role, brandId))?.isSeen ?? false
}
