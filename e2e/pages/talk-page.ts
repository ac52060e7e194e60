import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'
import { headingOf } from './heading.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { userIdOf } from '../school/sessions.ts'
import { call, newStaff, placeOf } from './studio-page.ts'

const dayMs = 86_400_000

/** A learner in a zone, in a course of their own, and an expert in Madrid who works every day from four to six there. */
export async function newTalkSchool({
  timezone = 'America/Lima',
  needsConfirmation = true,
  expertName = 'Elena',
} = {}) {
  const person = await newHomework([])
  const { courseId } = await placeOf(person.streamId)
  await withDatabase(client => client.query('update users set timezone = $2 where id = $1', [person.id, timezone]))
  const expert = await newStaff('expert', expertName)
  const hours = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
    weekday,
    from_time: '16:00',
    until_time: '18:00',
    valid_from: null,
    valid_until: null,
  }))
  const own = { timezone: 'Europe/Madrid', hours, revision: 0 }
  await call(expert.id, 'PUT', `/studio/video-hours/${expert.id}`, own)
  const text = { title: 'First talk', description: 'About what you want to reach.' }
  const kind = {
    texts: { en: text, ru: { ...text, title: 'Первый разговор' }, es: { ...text, title: 'Primera charla' } },
    course_id: courseId,
    length_minutes: 30,
    step_minutes: 30,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    notice_minutes: 60,
    horizon_days: 60,
    needs_confirmation: needsConfirmation,
    takes_quota: false,
    points: null,
    service_id: null,
    expert_ids: [expert.id],
    is_shown: true,
  }
  const { id: kindId } = (await call(await userIdOf('admin@example.com'), 'POST', '/studio/video-kinds', kind)) as {
    id: number
  }
  return { person, expert, kindId, bookPath: `/videoconsultations/new?stream=${person.streamId}&kind=${kindId}` }
}

type School = Awaited<ReturnType<typeof newTalkSchool>>

/** A consultation of the school in a state, `days` from now; answers its address. */
export async function talkIn(
  { person, expert }: School,
  status: ConsultationStatus,
  { days = 3, changes = '' }: { days?: number; changes?: string } = {},
): Promise<string> {
  const people = { learnerId: person.id, expertId: expert.id, streamId: person.streamId }
  const startsAt = Math.floor((Date.now() + days * dayMs) / 60_000) * 60_000
  const id = await withDatabase(async client => {
    const made = await insertConsultation(
      { query: config => client.query(config) },
      { ...people, startsAt, status: status === 'held' ? 'lapsed' : status },
    )
    const hold = status === 'held' ? `status = 'held', hold_until = now() + interval '10 minutes'` : ''
    const set = [hold, changes].filter(Boolean).join(', ')
    if (set) await client.query(`update video_consultations set ${set} where id = ${made}`)
    return made
  })
  return `/videoconsultations/${id}`
}

/** The screens of video consultations. */
export function talkPage(page: Page, t: Copy) {
  return {
    button: (key: Parameters<Copy>[0]) => page.getByRole('button', { name: t(key), exact: true }),
    heading: headingOf(page),
    state: (key: Parameters<Copy>[0]) => page.locator('main').getByText(t(key), { exact: true }),
    tab: (key: 'available' | 'history') => page.getByRole('tab', { name: t(`video.tab.${key}`) }),
    /** The times of a day that can be chosen. */
    times: page.locator('main ul > li > button'),
    note: page.getByLabel(t('video.note')),
    phone: page.getByLabel(t('video.phone'), { exact: false }),
  }
}
