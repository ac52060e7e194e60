import { mediaFileWire, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { freezesJson, type TermsRow } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { effectiveEndsOn } from '#shared/features/streams/rules.ts'
import type { RecordingsWire, RecordingWire } from '#shared/features/videocalls/recording-calls.ts'
import { isPlaceOver, type RecordedPart } from '#shared/features/videocalls/recording-rules.ts'
import { localDate, secondsFromMs } from '#shared/platform/times.ts'

/** The learner's place that a consultation belongs to, and their zone. */
export type PlaceRow = TermsRow & { is_taken_out: boolean; timezone: string }

type SideRow = {
  userId: number
  page: string
  isAgreed: boolean
  mediaId: number | null
  status: RecordedPart['status'] | null
  beganAt: number | null
}

/** A recording with its sides, in the order in which they agreed, and its film. Times in ms. */
export type RecordingRow = {
  id: number
  startedAt: number | null
  endedAt: number | null
  isFinished: boolean
  sides: SideRow[]
  film: UploadedRow | null
}

/** SQL: a time as ms. */
export const ms = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`

/** SQL: a PlaceRow of the place `us` with its subscription `ps`, of the learner `l`. */
export const placeJson = `json_build_object('is_demo', us.is_demo, 'course_full_access', us.course_full_access,
  'starts_on', us.starts_on, 'ends_on', us.ends_on, 'is_optional_purchase', us.is_optional_purchase,
  'is_stopped', us.stopped_at is not null, 'is_taken_out', us.taken_out_at is not null, 'subscription_status', ps.status,
  'is_subscription_lifetime', ps.is_lifetime, 'subscription_ends_at', unix(ps.end_at), 'freezes', ${freezesJson},
  'timezone', l.timezone)`
/** SQL: the tables of `placeJson`, for the consultation `c`. */
export const placeTables = `join user_streams us on us.id = c.user_stream_id join users l on l.id = c.user_id
  left join payment_subscriptions ps on ps.id = us.payment_subscription_id and ps.user_id = us.user_id`

/** SQL: the recording `r` as JSON, a RecordingRow. */
export const recordingJson = `json_build_object('id', r.id, 'startedAt', ${ms('r.started_at')}, 'endedAt', ${ms('r.ended_at')},
  'isFinished', r.finished_at is not null,
  'sides', (select coalesce(json_agg(json_build_object('userId', s.user_id, 'page', s.page, 'isAgreed', s.withdrawn_at is null,
      'mediaId', s.media_id, 'status', sm.status, 'beganAt', ${ms('s.began_at')}) order by s.agreed_at, s.user_id), '[]')
    from call_recording_sides s left join media sm on sm.id = s.media_id where s.recording_id = r.id),
  'film', (select ${mediaJson('fm')} from media fm where fm.recording_id = r.id and fm.parts is not null))`

/** Whether the recordings of a place are kept at `now` (ms). */
export function isKept(place: PlaceRow, now: number): boolean {
  const today = localDate(now, place.timezone)
  const terms = { ...termsOn(place, today, place.timezone), subscriptionStatus: place.subscription_status }
  return !place.is_taken_out && !isPlaceOver(terms, today)
}

/** What was handed in of a recording. */
export const partsOf = ({ sides }: Pick<RecordingRow, 'sides'>): RecordedPart[] =>
  sides.flatMap(({ mediaId, status, beganAt }) =>
    mediaId === null || status === null || beganAt === null ? [] : [{ mediaId, status, beganAt }],
  )

type Of = { learnerId: number; place: PlaceRow; recordings: readonly RecordingRow[] }

/** Whether a person may see a recording: the learner, who took part in it, and who looks after all learners. */
export function maySee(
  { userId, role }: Actor,
  learnerId: number,
  { sides }: { sides: readonly { userId: number }[] },
): boolean {
  const looksAfterAll = role === 'admin' || role === 'support'
  return looksAfterAll || userId === learnerId || sides.some(side => side.userId === userId)
}

/** The recordings of a consultation as a person sees them; none once they are kept no more. */
export function recordingsToWire(
  { learnerId, place, recordings }: Of,
  user: Actor,
  { now, canRecord }: { now: number; canRecord: boolean },
): RecordingsWire {
  const isGoingOn = isKept(place, now)
  const seen = isGoingOn ? recordings.filter(row => maySee(user, learnerId, row) || !row.endedAt) : []
  const lastDate = effectiveEndsOn({ startsOn: place.starts_on, endsOn: place.ends_on }, place.freezes)
  return {
    now: Math.floor(now),
    can_record: canRecord && isGoingOn,
    kept_until: place.is_optional_purchase ? null : lastDate,
    recordings: seen.map(row => recordingToWire(row, user.userId, now)),
  }
}

const inSeconds = (time: number | null) => (time === null ? null : Math.floor(secondsFromMs(time)))

function recordingToWire(row: RecordingRow, userId: number, now: number): RecordingWire {
  const { id, startedAt, endedAt, isFinished, sides, film } = row
  const agreed = sides.filter(({ isAgreed }) => isAgreed)
  return {
    id,
    state: endedAt !== null ? 'over' : startedAt === null ? 'asked' : 'running',
    started_at: inSeconds(startedAt),
    ended_at: inSeconds(endedAt),
    agreed_ids: agreed.map(side => side.userId),
    own_page: agreed.find(side => side.userId === userId)?.page ?? null,
    sent_ids: sides.filter(({ beganAt }) => beganAt !== null).map(side => side.userId),
    film: film && mediaFileWire(film, now),
    has_failed: isFinished && film === null,
  }
}
