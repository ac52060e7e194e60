import { randomUUID } from 'node:crypto'
import { untitled, writtenTexts } from '#shared/features/billing/selling/selling.ts'
import type { KindFieldsWire, StaffKindWire } from '#shared/features/videoconsultations/wire.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import type { VideoContext } from './slots.ts'

const columns = `k.id, k.texts, k.course_id, k.length_minutes, k.step_minutes, k.buffer_before_minutes, k.buffer_after_minutes,
  k.notice_minutes, k.horizon_days, k.needs_confirmation, k.takes_quota, k.points, k.service_id, k.is_shown, k.revision`
const experts = `(select coalesce(json_agg(e.expert_id order by e.expert_id), '[]') from video_kind_experts e where e.kind_id = k.id)`

const listKinds = many<[brandId: string], StaffKindWire>(
  'list-video-kinds',
  `select ${columns}, ${experts} as expert_ids from video_kinds k where k.brand_id = $1 order by k.id`,
)

const fields = `json_to_record($kind) as n(texts jsonb, course_id bigint, length_minutes int, step_minutes int,
  buffer_before_minutes int, buffer_after_minutes int, notice_minutes int, horizon_days int, needs_confirmation boolean,
  takes_quota boolean, points int, service_id bigint, is_shown boolean, expert_ids json)`
const chosen = `json_array_elements_text(n.expert_ids) as x(id)`

/** Adds a kind (JSON of its fields); undefined when its key has added one already. */
export const insertKind = one<{ brandId: string; kind: string; clientKey: string }, { id: number }>(
  'insert-video-kind',
  `with n as (select * from ${fields}), k as (
     insert into video_kinds (brand_id, texts, course_id, length_minutes, step_minutes, buffer_before_minutes, buffer_after_minutes,
       notice_minutes, horizon_days, needs_confirmation, takes_quota, points, service_id, is_shown, client_key)
     select $brandId, texts, course_id, length_minutes, step_minutes, buffer_before_minutes, buffer_after_minutes,
       notice_minutes, horizon_days, needs_confirmation, takes_quota, points, service_id, is_shown, $clientKey from n
     on conflict do nothing returning id
   ), e as (
     insert into video_kind_experts (kind_id, expert_id) select k.id, x.id::bigint from k, n, ${chosen}
   )
   select id from k`,
)

const setKind = one<{ id: number; brandId: string; revision: number; kind: string }, { revision: number }>(
  'set-video-kind',
  `with n as (select * from ${fields}), k as (
     update video_kinds k set texts = n.texts, course_id = n.course_id, length_minutes = n.length_minutes,
       step_minutes = n.step_minutes, buffer_before_minutes = n.buffer_before_minutes,
       buffer_after_minutes = n.buffer_after_minutes, notice_minutes = n.notice_minutes, horizon_days = n.horizon_days,
       needs_confirmation = n.needs_confirmation, takes_quota = n.takes_quota, points = n.points, service_id = n.service_id,
       is_shown = n.is_shown, revision = k.revision + 1
     from n where k.id = $id and k.brand_id = $brandId and k.revision = $revision returning k.id, k.revision
   ), gone as (
     delete from video_kind_experts e using k, n where e.kind_id = k.id
       and e.expert_id not in (select x.id::bigint from ${chosen})
   ), e as (
     insert into video_kind_experts (kind_id, expert_id) select k.id, x.id::bigint from k, n, ${chosen} on conflict do nothing
   )
   select revision from k`,
)

/** A kind by its id or key, and what of its fields the brand has. */
const findKind = one<
  {
    brandId: string
    id: number | null
    clientKey: string | null
    courseId: number | null
    serviceId: number | null
    expertIds: readonly number[]
  },
  { kind: StaffKindWire | null; hasCourse: boolean; isServiceFit: boolean; expertCount: number }
>(
  'find-video-kind',
  `select (select row_to_json(x) from (select ${columns}, ${experts} as expert_ids from video_kinds k
      where k.brand_id = $brandId and (k.id = $id::bigint or k.client_key = $clientKey)) x) as kind,
     $courseId::bigint is null or exists (select from courses c where c.id = $courseId and c.brand_id = $brandId) as "hasCourse",
     $serviceId::bigint is null or exists (select from services s where s.id = $serviceId and s.brand_id = $brandId
       and not s.is_test and s.consultations > 0 and s.type = 'course_buy'
       and (s.course_id is null or s.is_extension and s.course_id is not distinct from $courseId::bigint)) as "isServiceFit",
     (select count(*)::int from users u where u.id = any($expertIds::bigint[]) and u.brand_id = $brandId
       and u.role in ('expert', 'admin') and u.status > 0 and u.blocked_at is null) as "expertCount"`,
)

export const list = ({ db, user }: VideoContext<'GET /studio/video-kinds'>) => listKinds(db, user.brandId)

type Writing = VideoContext<'POST /studio/video-kinds'> | VideoContext<'PUT /studio/video-kinds/:id'>

/** What staff have written, or the refusal of what cannot be. */
async function checked(
  { db, user, refuse }: Writing,
  fieldsOf: KindFieldsWire,
  { id, clientKey }: { id?: number; clientKey?: string },
) {
  const nameless = untitled(fieldsOf.texts)
  if (nameless) refuse('kind_untitled', { fields: [`texts.${nameless}.title`] })
  const { course_id: courseId, service_id: serviceId, expert_ids: expertIds } = fieldsOf
  const asked = { brandId: user.brandId, id: id ?? null, clientKey: clientKey ?? null, courseId, serviceId, expertIds }
  const found = await findKind(db, asked)
  if (!found?.hasCourse) refuse('not_found', { fields: ['course_id'] })
  if (found && found.expertCount < expertIds.length) refuse('unknown_expert', { fields: ['expert_ids'] })
  if (!found?.isServiceFit) refuse('service_unfit', { fields: ['service_id'] })
  return { known: found?.kind ?? null, written: { ...fieldsOf, texts: writtenTexts(fieldsOf.texts) } }
}

const audited = (tx: Db, { user }: Writing, action: string, id: number, { texts }: KindFieldsWire) =>
  writeAudit(tx, user, { action, targetType: 'consultation-kind', targetId: id, detail: { texts } })

export async function add(context: VideoContext<'POST /studio/video-kinds'>): Promise<StaffKindWire> {
  const { db, user, body, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const { known, written } = await checked(context, body, { clientKey })
  if (known) return known
  const made = await db.inTransaction(async tx => {
    const kind = await insertKind(tx, { brandId: user.brandId, kind: JSON.stringify(written), clientKey })
    if (kind) await audited(tx, context, 'consultation.kind', kind.id, written)
    return kind
  })
  if (made) return { ...written, id: made.id, revision: 1 }
  return (await checked(context, body, { clientKey })).known ?? refuse('unavailable')
}

export async function change(context: VideoContext<'PUT /studio/video-kinds/:id'>): Promise<StaffKindWire> {
  const { db, user, params, refuse } = context
  const { revision: before, ...body } = context.body
  const { known, written } = await checked(context, body, { id: params.id })
  if (!known) return refuse('not_found')
  return db.inTransaction(async tx => {
    const given = { id: params.id, brandId: user.brandId, revision: before, kind: JSON.stringify(written) }
    const set = (await setKind(tx, given)) ?? refuse('changed_meanwhile')
    await audited(tx, context, 'consultation.kind', params.id, written)
    return { ...written, id: params.id, revision: set.revision }
  })
}
