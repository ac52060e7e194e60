import { deleteParts, deleteRecorded, makeRecordedFilm } from '#server/features/media/recorded-films.ts'
import type { ReceivingDependencies } from '#server/features/media/upload/receive-file.ts'
import { notify } from '#server/features/notifications/notify.ts'
import { tellBoth } from '#server/features/videoconsultations/consultation-row.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many, one, run, type Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { planFilm } from '#shared/features/videocalls/recording-rules.ts'
import { localDate } from '#shared/platform/times.ts'
import { findRecordingOfMedia, lockUnfinished } from './queries.ts'
import { isKept, maySee, partsOf, type PlaceRow, placeJson, placeTables } from './recording-row.ts'

/** Ends what nobody has ended, as after a crash of both: with the call itself. */
const endForgotten = run<[nowSeconds: number]>(
  'end-forgotten-recordings',
  `update call_recordings r
   set ended_at = greatest(r.asked_at, r.started_at, least(to_timestamp($1::float8), upper(c.during) + interval '30 minutes'))
   from video_consultations c where c.id = r.consultation_id and r.ended_at is null
     and (c.status <> 'confirmed' or upper(c.during) + interval '30 minutes' < to_timestamp($1::float8))`,
)

/** The recording is done; with a film both hear of it. */
const setFinished = one<{ id: number; nowSeconds: number; hasFilm: boolean }, object>(
  'set-recording-finished',
  `with finished as (
     update call_recordings set finished_at = to_timestamp($nowSeconds::float8) where id = $id returning consultation_id
   ), told as (
     select c.id, c.user_id, c.expert_id from finished join video_consultations c on c.id = finished.consultation_id where $hasFilm
   ) select ${tellBoth('told')} from told`,
)

/** Places with recordings; those that cannot be over yet are left out. */
const listPlacesToEnd = many<[today: string], { consultationIds: number[]; place: PlaceRow }>(
  'list-recorded-places-to-end',
  `select array_agg(distinct c.id) as "consultationIds", (array_agg(${placeJson}))[1] as place
   from call_recordings r join video_consultations c on c.id = r.consultation_id ${placeTables}
   where us.ends_on <= $1::date or us.is_optional_purchase or us.taken_out_at is not null
   group by us.id`,
)

const deleteRecordings = run<[consultationIds: number[]]>(
  'delete-call-recordings',
  'delete from call_recordings where consultation_id = any($1::bigint[])',
)

type Parts = {
  database: Database
  receiving: Pick<ReceivingDependencies, 'convertLater'>
  clock(): number
  /** Whether parts can be joined; until then they wait. */
  canConvertNow(): Promise<boolean>
}

/**
 * Does what recordings wait for: those that nobody ended are ended, parts that have come are joined, both hear of what is ready, its
 * parts go, and with a learner's place its recordings.
 */
export async function tidyRecordings(parts: Parts): Promise<void> {
  const { database, clock } = parts
  await endForgotten(database, clock() / 1000)
  for (let after: number | undefined = 0; after !== undefined; ) after = await goOn(parts, after)
  await deleteWithPlaces(database, clock())
}

/** Takes the next unfinished recording a step further; answers its id, undefined when there is none. */
function goOn({ database, receiving, clock, canConvertNow }: Parts, after: number): Promise<number | undefined> {
  return database.inTransaction(async tx => {
    const found = await lockUnfinished(tx, after)
    if (!found) return undefined
    const { id, brandId, recording } = found
    const now = clock()
    const nowSeconds = now / 1000
    const { startedAt, endedAt, film } = recording
    if (film?.status === 'DONE') {
      await setFinished(tx, { id, nowSeconds, hasFilm: true })
      await notify(tx, noticesOf(found), now)
      await deleteParts(tx, id)
    } else if (film?.status === 'FAIL') {
      await giveUp(tx, id, nowSeconds)
    } else if (film === null && startedAt !== null && endedAt !== null) {
      const plan = planFilm(partsOf(recording), { startedAt, endedAt }, now)
      const name = `${localDate(startedAt, 'UTC')}.mp4`
      if (plan === 'never') await giveUp(tx, id, nowSeconds)
      else if (plan !== 'later' && (await canConvertNow()))
        await makeRecordedFilm(tx, receiving, { recordingId: id, brandId, name, parts: plan })
    }
    return id
  })
}

/** There is nothing to watch, now or later, so nothing of it is kept. */
async function giveUp(tx: Db, id: number, nowSeconds: number): Promise<void> {
  await setFinished(tx, { id, nowSeconds, hasFilm: false })
  await deleteRecorded(tx, id)
}

type Ready = NonNullable<Awaited<ReturnType<typeof lockUnfinished>>>

const noticesOf = ({ id, consultationId, startsAt, recording }: Ready) =>
  recording.sides.map(({ userId }) => ({
    userId,
    key: `recording:${id}`,
    kind: 'consultation' as const,
    consultationId,
    what: 'recorded' as const,
    startsAt,
  }))

async function deleteWithPlaces(database: Database, now: number): Promise<void> {
  const places = await listPlacesToEnd(database, localDate(now, 'UTC'))
  const over = places.filter(({ place }) => !isKept(place, now)).flatMap(({ consultationIds }) => consultationIds)
  if (over.length > 0) await deleteRecordings(database, over)
}

/** Whether a person may watch an item that is the film of a recording. */
export async function mayWatchFilm(db: Db, actor: Actor, mediaId: number, now: number): Promise<boolean> {
  const found = await findRecordingOfMedia(db, mediaId)
  return found?.brandId === actor.brandId && isKept(found.place, now) && maySee(actor, found.learnerId, found)
}
