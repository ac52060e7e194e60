import { nameOf } from '#server/features/chat/message.ts'
import { many, one } from '#server/platform/database/statement.ts'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'

/** A consultation as its call sees it; times are Unix seconds. */
export type CallRow = {
  id: number
  status: ConsultationStatus
  startsAt: number
  endsAt: number
  learnerId: number
  expertId: number | null
}

const columns = `c.id, c.status, unix(lower(c.during)) as "startsAt", unix(upper(c.during)) as "endsAt",
  c.user_id as "learnerId", c.expert_id as "expertId"`
const isOfPerson = '$2 in (c.user_id, c.expert_id) and c.brand_id = $3'

/** One of a person's own consultations, as learner or expert, with the other person and the chat of the two. */
export const findCall = one<
  [id: number, userId: number, brandId: string],
  CallRow & { otherId: number | null; otherName: string | null; otherAvatar: string | null; chatId: number | null }
>(
  'find-video-call',
  `select ${columns}, o.id as "otherId", ${nameOf('o')} as "otherName", o.avatar as "otherAvatar", k.id as "chatId"
   from video_consultations c
   left join users o on o.id = case when c.user_id = $2 then c.expert_id else c.user_id end
   left join chats k on k.user_stream_id = c.user_stream_id
   where c.id = $1 and ${isOfPerson}`,
)

/** Those of the consultations that are the person's own. */
export const listOwnCalls = many<[ids: number[], userId: number, brandId: string], CallRow>(
  'list-own-video-calls',
  `select ${columns} from video_consultations c where c.id = any($1) and ${isOfPerson}`,
)
