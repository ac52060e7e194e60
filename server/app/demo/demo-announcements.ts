import { gatherPeople } from '#server/features/announcements/audience.ts'
import { insertAnnouncement, setSending } from '#server/features/announcements/queries.ts'
import { addReached, takePortion } from '#server/features/announcements/send-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { insertEvents } from '#server/platform/telemetry/events.ts'
import type { Audience, Timing } from '#shared/features/announcements/rules.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import type { DemoSchoolFile } from './demo-school-file.ts'

type Place = {
  brandId: string
  /** The time of seeding, in ms. */
  now: number
}

const dayMs = 86_400_000
const atOnce: Timing = { kind: 'now', at: null, on: null, time: null }
const nobodyNamed = { course_id: null, stream_id: null, club_id: null, day_id: null }

/**
 * Seeds the announcements of the demo school: what was sent to everybody some days ago, which its learners have opened and followed,
 * and drafts to those who have been away. What was sent is listed behind the bell with the learners' other notices.
 */
export async function seedDemoAnnouncements(
  tx: Db,
  { announcements = [] }: DemoSchoolFile,
  { brandId, now }: Place,
): Promise<void> {
  for (const [index, { title, body, link, sentDaysAgo, awayDays = null }] of announcements.entries()) {
    const texts = Object.fromEntries(
      (['en', 'ru', 'es'] as const).map(language => [language, { title: title[language], body: body[language] }]),
    )
    const audience: Audience = { ...nobodyNamed, kind: awayDays === null ? 'brand' : 'away', days: awayDays }
    const made = await insertAnnouncement(tx, {
      brandId,
      texts: JSON.stringify(texts),
      link,
      by_push: true,
      by_letter: true,
      audience: JSON.stringify(audience),
      timing: JSON.stringify(atOnce),
      clientKey: `demo ${index}`,
    })
    if (made && sentDaysAgo !== undefined)
      await send(tx, { id: made.id, brandId, audience, timing: atOnce }, now - sentDaysAgo * dayMs)
  }
}

/** Has everybody been told at a time in ms, and each of them open and follow it. */
async function send(tx: Db, announcement: Parameters<typeof gatherPeople>[1], at: number) {
  const { id, brandId } = announcement
  const seconds = secondsFromMs(at)
  const recipients = await gatherPeople(tx, announcement, at)
  await setSending(tx, id, recipients, seconds)
  const people = await takePortion(tx, id, seconds, recipients)
  await addReached(tx, id, people.length, 0, people.length)
  const params = { announcement_id: String(id) }
  const events = ['announcement_show', 'announcement_click'].map(name => ({ name, params, occurred_at: seconds + 600 }))
  for (const { userId } of people)
    await insertEvents(tx, brandId, userId, null, false, seconds + 600, JSON.stringify(events))
}
