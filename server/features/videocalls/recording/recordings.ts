import { findOwnUpload } from '#server/features/media/queries.ts'
import { keepForRecording } from '#server/features/media/recorded-films.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { videocalls } from '#shared/features/videocalls/contract.ts'
import type { RecordingsWire } from '#shared/features/videocalls/recording-calls.ts'
import { takesParts } from '#shared/features/videocalls/recording-rules.ts'
import { requireOpen } from '../call-window.ts'
import {
  agreeToRecording,
  findOpenRecording,
  findRecordings,
  insertRecording,
  leaveRecording,
  lockCall,
  lockForPart,
  setPart,
  startIfAgreed,
  stopRecording,
} from './queries.ts'
import { recordingsToWire } from './recording-row.ts'

type Calls = (typeof videocalls)['calls']
type Of<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Asking = Pick<Of<'GET /online-consultation/:id/recordings'>, 'user' | 'now' | 'params' | 'refuse'>

/** The recordings of a consultation as who asks sees them. */
export async function recordings(
  { user, now, params, refuse }: Asking,
  db: Db,
  canRecord: boolean,
): Promise<RecordingsWire> {
  const { userId, role, brandId } = user
  const found = await findRecordings(db, { id: params.id, userId, role, brandId })
  return recordingsToWire(found ?? refuse('not_found'), user, { now, canRecord })
}

/** Asks to record, or agrees; two who ask at once have both agreed. */
export async function agree(
  context: Of<'POST /online-consultation/:id/recordings'>,
  canRecord: boolean,
): Promise<RecordingsWire> {
  const { db, user, params, body, now, live, refuse } = context
  const nowSeconds = now / 1000
  const answer = await db.inTransaction(async tx => {
    const call = (await lockCall(tx, params.id, user.userId, user.brandId)) ?? refuse('not_found')
    requireOpen(call, user.userId, now, refuse)
    const before = await recordings(context, tx, canRecord)
    if (!before.can_record) refuse('recording_unsupported')
    const open = await findOpenRecording(tx, call.id)
    if (body.recording_id !== undefined && open?.id !== body.recording_id) refuse('recording_withdrawn')
    if (!open?.isRunning) {
      const { id = 0 } = open ?? (await insertRecording(tx, call.id, nowSeconds)) ?? {}
      await agreeToRecording(tx, { id, userId: user.userId, page: body.page, nowSeconds })
      if (!(await startIfAgreed(tx, id, nowSeconds))) refuse('recording_withdrawn')
    }
    return recordings(context, tx, canRecord)
  })
  live.signal(videocalls, 'call_recording', params.id, {})
  return answer
}

/** Stops a recording for both, takes the question back, or says no. */
export async function stop(
  context: Of<'POST /online-consultation/:id/recordings/:recordingId/stop'>,
  canRecord: boolean,
): Promise<RecordingsWire> {
  const { db, user, params, now, live } = context
  const ended = await stopRecording(db, { ...params, userId: user.userId, nowSeconds: now / 1000 })
  if (ended) live.signal(videocalls, 'call_recording', params.id, {})
  return recordings(context, db, canRecord)
}

type Said = { id: number; userId: number; from: string; kind: string; now: number }

/** Who leaves a page of the call, or comes in another, records in it no more; answers whether anything ended. */
export async function endWhatWasLeft(db: Db, { id, userId, from, kind, now }: Said): Promise<boolean> {
  if (kind !== 'leaving' && kind !== 'here') return false
  const [tab = ''] = from.split('.')
  const place = kind === 'leaving' ? { page: from, tab: null } : { page: null, tab }
  return (await leaveRecording(db, { id, userId, ...place, nowSeconds: now / 1000 })) !== undefined
}

/** Takes what one side recorded. */
export async function handIn(
  context: Of<'POST /online-consultation/:id/recordings/:recordingId/part'>,
  canRecord: boolean,
): Promise<RecordingsWire> {
  const { db, user, params, body, now, refuse } = context
  const { userId, brandId } = user
  const { id, recordingId } = params
  return db.inTransaction(async tx => {
    const held = (await lockForPart(tx, { id, recordingId, userId, brandId })) ?? refuse('not_found')
    const [mediaId = 0] = body.file_ids
    if (!held.isSide || held.startedAt === null) refuse('recording_not_agreed')
    if (held.mediaId === mediaId) return recordings(context, tx, canRecord)
    const isLate = held.endedAt !== null && !takesParts(held.endedAt, now)
    if (isLate || held.hasFilm || held.mediaId !== null) refuse('recording_closed')
    if (!(await keepForRecording(tx, mediaId, userId, recordingId))) await refuseFile(context, tx, mediaId)
    await setPart(tx, { recordingId, userId, mediaId, beganAt: body.began_at })
    return recordings(context, tx, canRecord)
  })
}

async function refuseFile(
  { user, refuse }: Of<'POST /online-consultation/:id/recordings/:recordingId/part'>,
  tx: Db,
  mediaId: number,
): Promise<never> {
  const file = await findOwnUpload(tx, user.userId, mediaId)
  return refuse(file?.status === 'NOT_UPLOADED' ? 'files_uploading' : 'file_unusable', { fields: ['file_ids'] })
}
