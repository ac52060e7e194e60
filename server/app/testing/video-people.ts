import { type CourseFixture, enrol, insertCourse } from './course-fixture.ts'
import type { TestApp } from './test-app.ts'
import type { Trial } from './cohort-writes.ts'
import type { TestClient } from './test-client.ts'
import type { KindFieldsWire } from '#shared/features/videoconsultations/wire.ts'

export const at = (text: string) => Date.parse(text) / 1000

/** A kind of half an hour that is booked at once and is free, but for what is given. */
export function kindOf(expertIds: number[], more: Partial<KindFieldsWire> = {}): KindFieldsWire {
  return {
    texts: { en: { title: 'Talk', description: 'About your goals' } },
    course_id: null,
    length_minutes: 60,
    step_minutes: 60,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    notice_minutes: 60,
    horizon_days: 30,
    needs_confirmation: false,
    takes_quota: false,
    points: null,
    service_id: null,
    expert_ids: expertIds,
    is_shown: true,
    ...more,
  }
}

export type VideoSchool = {
  course: CourseFixture
  admin: TestClient
  expert: TestClient
  kindId: number
  /** A learner with a place in the course. */
  addLearner(who?: Parameters<TestApp['signIn']>[0]): Promise<{ client: TestClient; streamId: number }>
}

let keys = 0
export const newKey = () => `video-${++keys}`

/** On Monday, 7 December 2026, at eight: an expert who works from 9 to 13 (UTC) on weekdays, and a kind of their consultations. */
export async function videoSchool(app: TestApp, more: Partial<KindFieldsWire> = {}): Promise<VideoSchool> {
  app.clock.set('2026-12-07T08:00:00Z')
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  const admin = await app.signIn({ role: 'admin' })
  const expert = await app.signIn({ role: 'expert' })
  await workFrom(expert, '09:00', '13:00')
  const kind = await admin.call('POST /studio/video-kinds', {
    body: kindOf([expert.userId], more),
    idempotencyKey: newKey(),
  })
  return {
    course,
    admin,
    expert,
    kindId: kind.data.id,
    async addLearner(who) {
      const client = await app.signIn(who)
      const streamId = await enrol(app.db, course, client.userId, { startsOn: '2026-12-01', endsOn: '2027-02-01' })
      return { client, streamId }
    },
  }
}

export async function workFrom(expert: TestClient, from: string, until: string) {
  const hours = [1, 2, 3, 4, 5].map(weekday => ({
    weekday,
    from_time: from,
    until_time: until,
    valid_from: null,
    valid_until: null,
  }))
  const known = await expert.call('GET /studio/video-hours/:expertId', { params: { expertId: expert.userId } })
  return expert.call('PUT /studio/video-hours/:expertId', {
    params: { expertId: expert.userId },
    body: { timezone: 'UTC', hours, revision: known.data.revision },
  })
}

/** Holds a time of the school's kind. */
export const holdAt = (
  { client, streamId }: { client: TestClient; streamId: number },
  kindId: number,
  time: string,
  idempotencyKey = newKey(),
) =>
  client.call('POST /online-consultation', {
    body: { stream_id: streamId, kind_id: kindId, start_date_time: at(time) },
    idempotencyKey,
  })

/** Holds and books a time. */
export async function bookAt(
  learner: { client: TestClient; streamId: number },
  kindId: number,
  time: string,
  body = {},
) {
  const held = await holdAt(learner, kindId, time)
  return learner.client.call('PUT /online-consultation/update', { query: { id: held.data.id }, body })
}

/** One more of all that consultations are made of, with an administrator as the expert: the kind and the consultation. */
export async function growVideo(
  app: TestApp,
  admin: TestClient,
  { userId, streamId }: { userId: number; streamId: number },
) {
  const { rows } = await app.db.query<{ kind: number; id: number }>({
    text: `with k as (
        insert into video_kinds (brand_id, texts, length_minutes, step_minutes, notice_minutes, horizon_days, needs_confirmation, takes_quota)
        values ('kurso', '{"en": {"title": "Talk", "description": ""}}', 30, 30, 0, 60, true, true) returning id
      ), e as (
        insert into video_kind_experts (kind_id, expert_id) select k.id, $1 from k
      ), x as (
        insert into video_experts (user_id, timezone) values ($1, 'UTC') on conflict do nothing
      ), a as (
        insert into video_absences (user_id, kind, starts_at, ends_at, client_key)
        select $1, 'absence', '2027-01-01', '2027-01-02', gen_random_uuid()
      ), n as (
        select now() + interval '10 years' + interval '1 hour' * count(*) as starts from video_consultations
      )
      insert into video_consultations (brand_id, kind_id, user_id, user_stream_id, expert_id, during, pad, status, client_key)
      select 'kurso', k.id, $2, $3, $1, tstzrange(n.starts, n.starts + interval '30 minutes'),
        tstzrange(n.starts, n.starts + interval '30 minutes'), 'pending', gen_random_uuid() from k, n
      returning kind_id as kind, id`,
    values: [admin.userId, userId, streamId],
  })
  return { kind: rows[0]?.kind ?? 0, consultation: rows[0]?.id ?? 0 }
}

type Pupil = { client: TestClient; streamId: number }
const placeOf = ({ client: { userId }, streamId }: Pupil) => ({ userId, streamId })

type Given = { app: () => TestApp; by: () => TestClient; pupil: () => Pupil }
const soon = 2_000_000_000

/** Bookings to try something on, and a learner's wish about one. */
function bookings({ app, by, pupil }: Given) {
  const booking = async (status = 'pending') => {
    const { consultation: id } = await growVideo(app(), by(), placeOf(pupil()))
    const past = status === 'past'
    await app().db.query({
      text: `update video_consultations set status = $2,
          during = case when $3 then tstzrange('2026-01-01'::timestamptz + id * interval '1 hour', '2026-01-01'::timestamptz + id * interval '1 hour' + interval '30 minutes') else during end,
          pad = case when $3 then tstzrange('2026-01-01'::timestamptz + id * interval '1 hour', '2026-01-01'::timestamptz + id * interval '1 hour' + interval '30 minutes') else pad end
        where id = $1`,
      values: [id, past ? 'confirmed' : status, past],
    })
    return { params: { id } }
  }
  const wish = async () => {
    const { params } = await booking('confirmed')
    const { rows } = await app().db.query<{ id: number }>({
      text: `insert into video_requests (consultation_id, kind, asked_by) values ($1, 'cancel', 'learner') returning id`,
      values: [params.id],
    })
    return { params: { id: rows[0]?.id ?? 0 } }
  }
  return { booking, wish }
}

/** What staff write about consultations, and what that leaves in the audit log. */
export function videoWrites(given: Given): Record<string, Trial> {
  const { app, by } = given
  const { booking, wish } = bookings(given)
  const reason = { reason: 'Ill' }
  const steps: [string, object, string, string?][] = [
    ['confirm', {}, 'confirm'],
    ['decline', reason, 'decline'],
    ['cancel', reason, 'cancel'],
    ['complete', {}, 'complete', 'past'],
    ['missed', { by: 'learner' }, 'miss', 'past'],
    ['move', { start_date_time: soon }, 'move'],
  ]
  const trials: Record<string, Trial> = Object.fromEntries(
    steps.map(([call, body, log, status]) => [
      `POST /studio/video-consultations/:id/${call}`,
      { by, make: async () => ({ ...(await booking(status)), body }), logs: [`consultation.${log}`] },
    ]),
  )
  return {
    ...trials,
    'POST /studio/video-consultations/:id/hand-over': {
      by,
      make: async () => ({
        ...(await booking()),
        body: { expert_id: (await app().signIn({ role: 'expert' })).userId },
      }),
      logs: ['consultation.move'],
    },
    'PUT /studio/video-consultations/:id/place': {
      by,
      make: async () => ({ ...(await booking()), body: { expert_note: 'Room 1', expert_phone: '' } }),
      logs: ['consultation.place'],
    },
    'POST /studio/video-requests/:id/approve': { by, make: wish, logs: ['consultation.cancel'] },
    'POST /studio/video-requests/:id/decline': {
      by,
      make: async () => ({ ...(await wish()), body: reason }),
      logs: ['consultation.refuse'],
    },
    ...hoursWrites(given),
  }
}

/** What staff write about kinds and hours. */
function hoursWrites({ app, by, pupil }: Given): Record<string, Trial> {
  const hours = () => ({ params: { expertId: by().userId } })
  const revision = async () => (await by().call('GET /studio/video-hours/:expertId', hours())).data.revision
  const away = { kind: 'absence', starts_at: soon, ends_at: soon + 3600 } as const
  return {
    'POST /studio/video-kinds': { by, make: () => ({ body: kindOf([by().userId]) }), logs: ['consultation.kind'] },
    'PUT /studio/video-kinds/:id': {
      by,
      async make() {
        const { kind: id } = await growVideo(app(), by(), placeOf(pupil()))
        return { params: { id }, body: { ...kindOf([by().userId]), revision: 1 } }
      },
      logs: ['consultation.kind'],
    },
    'PUT /studio/video-hours/:expertId': {
      by,
      make: async () => ({ ...hours(), body: { timezone: 'UTC', hours: [], revision: await revision() } }),
      logs: ['consultation.hours'],
    },
    'PUT /studio/video-hours/:expertId/calendar': {
      by,
      make: () => ({ ...hours(), body: { url: null } }),
      logs: ['consultation.calendar'],
    },
    'POST /studio/video-hours/:expertId/absences': {
      by,
      make: () => ({ ...hours(), body: away }),
      logs: ['consultation.absence'],
    },
    'DELETE /studio/video-hours/:expertId/absences/:id': {
      by,
      async make() {
        const added = await by().call('POST /studio/video-hours/:expertId/absences', {
          ...hours(),
          body: away,
          idempotencyKey: newKey(),
        })
        return { params: { ...hours().params, id: added.data.absence.id } }
      },
      logs: ['consultation.presence'],
    },
    'PUT /schedule/update': {
      by,
      make: () => ({ body: { repeatDays: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } } }),
      logs: ['consultation.hours'],
    },
  }
}

/** Which of them take more than four statements: a session is found first. */
export const videoStatements = {
  // The consultation is read, changed and logged, and its people are told.
  'POST /studio/video-consultations/:id/confirm': 5,
  'POST /studio/video-consultations/:id/decline': 5,
  'POST /studio/video-consultations/:id/cancel': 5,
  'PUT /studio/video-consultations/:id/place': 5,
  // Its people are held while nobody else may book them; who takes it over is looked up.
  'POST /studio/video-consultations/:id/move': 6,
  'POST /studio/video-consultations/:id/hand-over': 7,
  // What was wished is decided too.
  'POST /studio/video-requests/:id/approve': 6,
  'POST /studio/video-requests/:id/decline': 5,
  // It is answered as it then stands, and with what is booked meanwhile.
  'PUT /studio/video-hours/:expertId/calendar': 5,
  'POST /studio/video-hours/:expertId/absences': 5,
}
