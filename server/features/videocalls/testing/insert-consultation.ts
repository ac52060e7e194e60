import type { Db } from '#server/platform/database/statement.ts'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'

type Given = {
  learnerId: number
  expertId: number
  streamId: number
  /** In ms. */
  startsAt: number
  minutes?: number
  status?: ConsultationStatus
  brandId?: string
}

/** A video consultation as if it had been booked; answers its id. */
export async function insertConsultation(db: Db, given: Given): Promise<number> {
  const { learnerId, expertId, streamId, startsAt, minutes = 30, status = 'confirmed', brandId = 'kurso' } = given
  const { rows } = await db.query<{ id: number }>({
    text: `with kind as (
        insert into video_kinds (brand_id, texts, length_minutes, step_minutes, notice_minutes, horizon_days,
          needs_confirmation, takes_quota)
        values ($1, '{"en": {"title": "Talk", "description": ""}}', $6, 15, 0, 30, false, false) returning id),
      experts as (insert into video_kind_experts (kind_id, expert_id) select id, $4 from kind)
      insert into video_consultations (brand_id, kind_id, user_id, user_stream_id, expert_id, during, pad, status, client_key)
      select $1, id, $2, $3, $4, span, span, $7, gen_random_uuid()
      from kind, (select tstzrange(to_timestamp($5), to_timestamp($5) + make_interval(mins => $6)) as span) times
      returning id`,
    values: [brandId, learnerId, streamId, expertId, startsAt / 1000, minutes, status],
  })
  return rows[0]?.id ?? 0
}
