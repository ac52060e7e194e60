import { brandLanguage } from '#shared/features/brands/rules.ts'
import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import {
  consultationTitle,
  consultationWhen,
  consultationWords,
} from '#server/features/notifications/consultation-texts.ts'
import { notify } from '#server/features/notifications/notify.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many, run } from '#server/platform/database/statement.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import type { LiveNews } from '#server/platform/http/routes.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { reminderLeads } from '#shared/features/videoconsultations/states.ts'
import { invitation } from './calendars/calendar-file.ts'
import { findTold } from './calendars/calendar-queries.ts'
import { calendarOf, schoolOf } from './calendars/feed.ts'
import { hasVideo } from './switched.ts'
import type { Tidings } from './tell-people.ts'

type Parts = {
  database: Database
  brands: Brands
  mailer: Mailer
  publicUrl: string
  mailFrom?: string | undefined
  clock(): number
  live: Pick<LiveNews, 'signal'>
}

/**
 * Tells one person what has become of a consultation: on their devices, and by a letter that moves their calendar with it. The studio’s
 * calendar hears of it too, for a payment changes consultations without anybody there.
 */
export async function tellOne(
  { database, brands, mailer, publicUrl, mailFrom, clock, live }: Parts,
  data: JobData,
): Promise<void> {
  const [id, userId, what] = [Number(data['consultationId']), Number(data['userId']), String(data['what']) as Tidings]
  const row = await findTold(database, { id, userId })
  if (!row) return
  if (row.isLearner) live.signal(videoconsultations, 'video_calendar', row.brandId, {})
  // What is said of a wish says nothing of later ones.
  const wish = what === 'proposed' || what === 'refused' ? row.wish : null
  const key = `consultation:${id}:${row.sequence}:${what}${wish ? `:${wish.id}` : ''}`
  const notice = { userId, key, kind: 'consultation', consultationId: id, what, startsAt: row.startsAt } as const
  await notify(database, [notice], clock())
  if (!row.hasLetters || row.email === null) return
  const brand = brandById(brands, row.brandId)
  const language = brandLanguage(brand, row.language)
  const origin = brandOrigin(brand, publicUrl)
  const { open, zone, untitled } = consultationWords(language)
  const event = calendarOf({ ...row, title: row.title || untitled }, origin)
  const isLeft = what === 'handed_over' && data['isLeft'] === 1
  const startsAt = (what === 'proposed' && wish?.startsAt) || row.startsAt
  const when = consultationWhen(startsAt, language, row.timezone)
  const reason = what === 'proposed' ? wish?.reason : (wish?.answer ?? row.reason)
  const letter = brandLetter(brand, language, {
    to: row.email,
    subject: `${consultationTitle(what, language)}: ${when}`,
    paragraphs: [[event.title, row.with, when].filter(Boolean).join('\n'), event.place, reason ?? ''].filter(Boolean),
    action: { label: open, url: event.url },
    footer: zone,
    from: mailFrom,
  })
  const hasEvent = wish === null
  const recipient = { name: row.name || row.email, email: row.email }
  const calendar = hasEvent ? { calendar: invitation(event, schoolOf({ brands }, row.brandId), recipient, isLeft) } : {}
  await mailer.deliver({ ...letter, ...calendar })
}

type DueRow = { id: number; brandId: string; startsAt: number; people: number[]; lead: 'day' | 'soon' }

/** Confirmed consultations whose reminder is due and has not gone out; locked, so that each goes out once. */
const lockDue = many<{ nowSeconds: number; day: number; soon: number }, DueRow>(
  'lock-due-video-reminders',
  `select v.id, v.brand_id as "brandId", unix(lower(v.during)) as "startsAt", array_remove(array[v.user_id, v.expert_id], null) as people,
     case when lower(v.during) <= to_timestamp($nowSeconds::float8 + $soon::float8) then 'soon' else 'day' end as lead
   from video_consultations v
   where v.status = 'confirmed' and lower(v.during) > to_timestamp($nowSeconds::float8)
     and (lower(v.during) <= to_timestamp($nowSeconds::float8 + $soon::float8) and not 'soon' = any(v.reminded)
       or lower(v.during) <= to_timestamp($nowSeconds::float8 + $day::float8)
         and lower(v.during) > to_timestamp($nowSeconds::float8 + $soon::float8) and not 'day' = any(v.reminded))
   order by lower(v.during) limit 200 for update skip locked`,
)

const markReminded = run<{ due: string }>(
  'mark-video-reminded',
  `update video_consultations v set reminded = array_append(v.reminded, d.lead)
   from json_to_recordset($due) as d(id bigint, lead text) where v.id = d.id`,
)

/**
 * Reminds both people a day and a quarter of an hour before, each once, however many nodes look; nobody of a school that has no video
 * consultations any more. Answers whether there may be more.
 */
export async function remindOfConsultations(database: Database, now: number, brands: Brands): Promise<boolean> {
  const seconds = { nowSeconds: now / 1000, day: reminderLeads.day / 1000, soon: reminderLeads.soon / 1000 }
  return database.inTransaction(async tx => {
    const due = await lockDue(tx, seconds)
    if (!due.length) return false
    await markReminded(tx, { due: JSON.stringify(due.map(({ id, lead }) => ({ id, lead }))) })
    const told = due.filter(({ brandId }) => hasVideo(brands, brandId))
    const notices = told.flatMap(({ id, startsAt, people, lead }) =>
      people.map(userId => ({
        userId,
        key: `consultation:${id}:${startsAt}:${lead}`,
        kind: lead === 'day' ? ('consultation_day' as const) : ('consultation_soon' as const),
        consultationId: id,
        what: lead === 'day' ? ('tomorrow' as const) : ('soon' as const),
        startsAt,
      })),
    )
    await notify(tx, notices, now)
    return due.length === 200
  })
}
