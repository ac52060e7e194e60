import { isFreeFor, type Span } from '#shared/features/videoconsultations/slots.ts'
import { msFromSeconds } from '#shared/platform/times.ts'
import { personJson } from '#server/features/chat/message.ts'
import { many } from '#server/platform/database/statement.ts'
import { diaryJson, diaryOf, type DiaryRow, spansJson, takenJson } from '../hours/diary-queries.ts'
import type { VideoContext } from '../hours/slots.ts'
import { findManaged } from './staff-steps.ts'

type Asked = { id: number; userId: number; from: number; until: number; nowSeconds: number; except: number }

/** The other experts of a consultation's school, by name, with their diaries while it takes place (Unix seconds). */
const listColleagues = many<Asked, DiaryRow & { pad: Span }>(
  'list-video-colleagues',
  `select ${personJson('e')} as expert, ${spansJson('lower(c.pad)', 'upper(c.pad)')} as pad, ${diaryJson('e')}, ${takenJson('e')}
   from video_consultations c join users e on e.brand_id = c.brand_id and e.id is distinct from c.expert_id
     left join video_experts d on d.user_id = e.id
   where c.id = $id and e.role in ('expert', 'admin') and e.status > 0 and e.blocked_at is null
     and (e.role = 'expert' or d.user_id is not null or exists (select from video_kind_experts k where k.expert_id = e.id))
   order by trim(e.first_name || ' ' || e.last_name), e.id limit 200`,
)

const dayMs = 86_400_000

/** To whom a consultation can be handed over: those who are free come first. */
export async function colleagues(context: VideoContext<'GET /studio/video-consultations/:id/experts'>) {
  const { db, now } = context
  const { id, learner_id: userId, start_date_time: starts, end_date_time: ends } = await findManaged(context)
  const during = { from: msFromSeconds(starts), until: msFromSeconds(ends) }
  const range = { from: (during.from - dayMs) / 1000, until: (during.until + dayMs) / 1000 }
  const rows = await listColleagues(db, { id, userId, except: id, nowSeconds: now / 1000, ...range })
  return rows
    .map(row => ({ expert: row.expert, is_free: isFreeFor(diaryOf(row), { during, pad: row.pad }) }))
    .sort((one, other) => Number(other.is_free) - Number(one.is_free))
}
