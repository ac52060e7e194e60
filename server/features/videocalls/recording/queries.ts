import { one, run } from '#server/platform/database/statement.ts'
import type { CallRow } from '../queries.ts'
import { ms, type PlaceRow, placeJson, placeTables, recordingJson, type RecordingRow } from './recording-row.ts'

type Talk = { learnerId: number; place: PlaceRow; recordings: RecordingRow[] }

/**
 * The recordings of a consultation that were begun or are asked for, the latest first, for its people, who took part in one, and for
 * staff who look after all; undefined for anybody else.
 */
export const findRecordings = one<{ id: number; userId: number; role: string; brandId: string }, Talk>(
  'find-call-recordings',
  `select c.user_id as "learnerId", ${placeJson} as place,
     (select coalesce(json_agg(${recordingJson} order by r.id desc), '[]') from call_recordings r
      where r.consultation_id = c.id and (r.started_at is not null or r.ended_at is null)) as recordings
   from video_consultations c ${placeTables}
   where c.id = $id and c.brand_id = $brandId and ($userId in (c.user_id, c.expert_id) or $role in ('admin', 'support')
     or exists (select from call_recordings r join call_recording_sides s on s.recording_id = r.id
       where r.consultation_id = c.id and s.user_id = $userId))`,
)

/** One of a person's own consultations, held until the transaction ends: who asks and who agrees go one after the other. */
export const lockCall = one<[id: number, userId: number, brandId: string], CallRow>(
  'lock-video-call',
  `select c.id, c.status, unix(lower(c.during)) as "startsAt", unix(upper(c.during)) as "endsAt",
     c.user_id as "learnerId", c.expert_id as "expertId"
   from video_consultations c where c.id = $1 and $2 in (c.user_id, c.expert_id) and c.brand_id = $3 for no key update`,
)

/** The recording that is asked for or runs. */
export const findOpenRecording = one<[consultationId: number], { id: number; isRunning: boolean }>(
  'find-open-recording',
  `select id, started_at is not null as "isRunning" from call_recordings where consultation_id = $1 and ended_at is null`,
)

export const insertRecording = one<[consultationId: number, nowSeconds: number], { id: number }>(
  'insert-recording',
  'insert into call_recordings (consultation_id, asked_at) values ($1, to_timestamp($2::float8)) returning id',
)

/** A person agrees to a recording, in a page of the call. */
export const agreeToRecording = run<{ id: number; userId: number; page: string; nowSeconds: number }>(
  'agree-to-recording',
  `insert into call_recording_sides (recording_id, user_id, page, agreed_at)
   values ($id, $userId, $page, to_timestamp($nowSeconds::float8))
   on conflict (recording_id, user_id) do update set page = excluded.page, agreed_at = excluded.agreed_at, withdrawn_at = null`,
)

/** Begins a recording that both people of its consultation have agreed to; answers 0 when it has ended meanwhile. */
export const startIfAgreed = run<[id: number, nowSeconds: number]>(
  'start-recording-if-agreed',
  `update call_recordings r set started_at = case when (
       select count(*) from call_recording_sides s join video_consultations c on c.id = r.consultation_id
       where s.recording_id = r.id and s.withdrawn_at is null and s.user_id in (c.user_id, c.expert_id)) = 2
     then to_timestamp($2::float8) end
   where r.id = $1 and r.started_at is null and r.ended_at is null`,
)

/** SQL: ends the open recordings that `which` names, with the consent of `$userId`. */
const end = (which: string) => `with ended as (
    update call_recordings r set ended_at = greatest(r.asked_at, r.started_at, to_timestamp($nowSeconds::float8))
    where r.ended_at is null and ${which} returning r.id, r.ended_at
  ), withdrawn as (
    update call_recording_sides s set withdrawn_at = ended.ended_at from ended
    where s.recording_id = ended.id and s.user_id = $userId and s.withdrawn_at is null
  ) select id from ended`

/** Ends a recording for both, by one of its people. */
export const stopRecording = one<
  { id: number; recordingId: number; userId: number; nowSeconds: number },
  { id: number }
>(
  'stop-recording',
  end(`r.id = $recordingId and exists (select from video_consultations c where c.id = r.consultation_id and c.id = $id
    and $userId in (c.user_id, c.expert_id))`),
)

/** Ends what a person agreed to in a page that they have left (`page`), or in another than the one (`tab`) in which they are now. */
export const leaveRecording = one<
  { id: number; userId: number; page: string | null; tab: string | null; nowSeconds: number },
  { id: number }
>(
  'leave-recording',
  end(`r.consultation_id = $id and exists (select from call_recording_sides o where o.recording_id = r.id
    and o.user_id = $userId and o.withdrawn_at is null
    and (o.page = $page::text or split_part(o.page, '.', 1) <> $tab::text))`),
)

/** A recording to which a part is handed in, held until the transaction ends. */
export const lockForPart = one<
  { id: number; recordingId: number; userId: number; brandId: string },
  { startedAt: number | null; endedAt: number | null; isSide: boolean; mediaId: number | null; hasFilm: boolean }
>(
  'lock-recording-for-part',
  `select ${ms('r.started_at')} as "startedAt", ${ms('r.ended_at')} as "endedAt", s.user_id is not null as "isSide",
     s.media_id as "mediaId",
     r.finished_at is not null or exists (select from media m where m.recording_id = r.id and m.parts is not null) as "hasFilm"
   from call_recordings r join video_consultations c on c.id = r.consultation_id
   left join call_recording_sides s on s.recording_id = r.id and s.user_id = $userId
   where r.id = $recordingId and c.id = $id and c.brand_id = $brandId
     and ($userId in (c.user_id, c.expert_id) or s.user_id is not null)
   for no key update of r`,
)

export const setPart = run<{ recordingId: number; userId: number; mediaId: number; beganAt: number }>(
  'set-recorded-part',
  `update call_recording_sides set media_id = $mediaId, began_at = to_timestamp($beganAt::float8 / 1000)
   where recording_id = $recordingId and user_id = $userId`,
)

/** The recording that an item belongs to, as who may watch it is decided by. */
export const findRecordingOfMedia = one<
  [mediaId: number],
  { brandId: string; learnerId: number; place: PlaceRow; sides: { userId: number }[] }
>(
  'find-recording-of-media',
  `select c.brand_id as "brandId", c.user_id as "learnerId", ${placeJson} as place,
     (select json_agg(json_build_object('userId', s.user_id)) from call_recording_sides s where s.recording_id = r.id) as sides
   from media m join call_recordings r on r.id = m.recording_id
   join video_consultations c on c.id = r.consultation_id ${placeTables}
   where m.id = $1 and m.parts is not null`,
)

/** Recordings of which something is left to do: those whose film can be made or has been. Held, and none that another node holds. */
export const lockUnfinished = one<
  [afterId: number],
  { id: number; brandId: string; consultationId: number; startsAt: number; recording: RecordingRow }
>(
  'lock-unfinished-recording',
  `select r.id, c.brand_id as "brandId", c.id as "consultationId", unix(lower(c.during)) as "startsAt", ${recordingJson} as recording
   from call_recordings r join video_consultations c on c.id = r.consultation_id
   where r.id > $1 and r.started_at is not null and r.ended_at is not null and r.finished_at is null
   order by r.id limit 1 for no key update of r skip locked`,
)
