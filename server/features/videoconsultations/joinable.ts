import { one } from '#server/platform/database/statement.ts'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'

/** What decides who may be in the call of a consultation, and when: see `mayJoin`. Times in ms. */
export type Joinable = {
  id: number
  status: ConsultationStatus
  startsAt: number
  endsAt: number
  learnerId: number
  expertId: number | null
  userStreamId: number
}

/** A consultation of a brand, as far as its call needs it. */
export const findJoinable = one<{ consultationId: number; brandId: string }, Joinable>(
  'find-joinable-consultation',
  `select v.id, v.status, (extract(epoch from lower(v.during)) * 1000)::bigint as "startsAt",
     (extract(epoch from upper(v.during)) * 1000)::bigint as "endsAt", v.user_id as "learnerId", v.expert_id as "expertId",
     v.user_stream_id as "userStreamId"
   from video_consultations v where v.id = $consultationId and v.brand_id = $brandId`,
)
