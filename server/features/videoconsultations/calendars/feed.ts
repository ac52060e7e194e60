import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { keyFor } from '#server/features/accounts/sealing.ts'
import { brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Language } from '#shared/platform/contract.ts'
import { localDate, msFromSeconds } from '#shared/platform/times.ts'
import { calendarFeed, type CalendarConsultation, consultationFile } from './calendar-file.ts'
import { type CalendarRow, findCalendarRow, findFeed, listCalendarRows, renewFeed } from './calendar-queries.ts'
import { comingEvents } from './events.ts'
import type { VideoContext } from '../hours/slots.ts'
import { hasVideo } from '../switched.ts'

export type FeedParts = { brands: Brands; publicUrl: string; codeKey: string }

const daysAhead = 62

/** The signature in a feed's address: of the person, and of how often they have renewed it. */
function signature(codeKey: string, userId: number, revision: number): string {
  return createHmac('sha256', keyFor(codeKey, 'calendar feed')).update(`${userId} ${revision}`).digest('base64url')
}

const originOf = ({ brands, publicUrl }: FeedParts, brandId: string) =>
  brandOrigin(brandById(brands, brandId), publicUrl)

const urlOf = (parts: FeedParts, brandId: string, userId: number, revision: number) =>
  `${originOf(parts, brandId)}/calendar/${userId}/${signature(parts.codeKey, userId, revision)}.ics`

export async function feedAddress({ db, user, refuse }: VideoContext<'GET /calendar-feed'>, parts: FeedParts) {
  const feed = (await findFeed(db, user.userId)) ?? refuse('not_found')
  return { url: urlOf(parts, user.brandId, user.userId, feed.revision) }
}

export async function renew({ db, user, refuse }: VideoContext<'POST /calendar-feed/renew'>, parts: FeedParts) {
  const feed = (await renewFeed(db, user.userId)) ?? refuse('not_found')
  return { url: urlOf(parts, user.brandId, user.userId, feed.revision) }
}

/** A row as a calendar shows it; links lead to the learner's screen, or to the studio's calendar. */
export function calendarOf(row: CalendarRow, origin: string): CalendarConsultation {
  const { expertNote, expertPhone, isLearner, id } = row
  return {
    ...row,
    place: [expertNote, expertPhone].filter(Boolean).join(', '),
    url: isLearner ? `${origin}/videoconsultations/${id}` : `${origin}/admin/calendar`,
  }
}

export const schoolOf = ({ brands }: { brands: Brands }, brandId: string) => {
  const { name, supportEmail: email } = brandById(brands, brandId).site
  return { name, email }
}

/** A consultation as a file. */
export async function file(context: VideoContext<'GET /online-consultation/:id/calendar'>, parts: FeedParts) {
  const { db, user, caller, params, refuse } = context
  const own = { id: params.id, userId: user.userId, language: caller.language }
  const row = (await findCalendarRow(db, own)) ?? refuse('not_found')
  const text = consultationFile(calendarOf(row, originOf(parts, user.brandId)), schoolOf(parts, user.brandId))
  return { name: `consultation-${row.id}.ics`, text }
}

/** Serves the feeds at their secret addresses; any other address is not found. */
export function serveFeeds(server: FastifyInstance, db: Database, clock: () => number, parts: FeedParts): void {
  const limit = { rateLimit: { max: 60, timeWindow: 60_000 } }
  server.get<{ Params: { id: string; file: string } }>(
    '/calendar/:id/:file',
    { schema: { hide: true }, config: limit },
    async ({ params }, reply) => {
      const userId = /^[1-9]\d{0,14}$/.test(params.id) ? Number(params.id) : undefined
      const feed = userId === undefined ? undefined : await findFeed(db, userId)
      if (!feed) return refuseCommon('not_found')
      const right = Buffer.from(`${signature(parts.codeKey, feed.userId, feed.revision)}.ics`)
      const given = Buffer.from(params.file)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return refuseCommon('not_found')
      void reply.header('content-type', 'text/calendar; charset=utf-8').header('cache-control', 'private, no-cache')
      return feedOf(db, clock(), feed, parts)
    },
  )
}

type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>

/** What a calendar says, after the course’s name, of its start and its last day. */
const eventWords: Record<Language, Record<'stream_starts' | 'stream_ends', string>> = {
  en: { stream_starts: 'the course starts', stream_ends: 'last day of the course' },
  ru: { stream_starts: 'начинается курс', stream_ends: 'последний день курса' },
  es: { stream_starts: 'empieza el curso', stream_ends: 'último día del curso' },
}

async function feedOf(
  db: Database,
  now: number,
  { userId, brandId, timezone, language }: Feed,
  parts: FeedParts,
): Promise<string> {
  const origin = originOf(parts, brandId)
  const isOn = hasVideo(parts.brands, brandId)
  const rows = isOn ? await listCalendarRows(db, { userId, nowSeconds: now / 1000, language }) : []
  const coming = await comingEvents(db, { userId, timezone, language, now, days: daysAhead })
  const days = coming.flatMap(
    ({ key, kind, starts_at: startsAt, title, course_title: course, stream_id: streamId }) => {
      if (kind === 'consultation' || kind === 'reminder') return []
      const date = localDate(msFromSeconds(startsAt), timezone)
      const summary = `${course}: ${kind === 'day_opens' ? title : eventWords[language][kind]}`
      const uid = `${key.replaceAll(' ', '-')}-${userId}`
      return [{ uid, startsOn: date, endsOn: date, title: summary, url: `${origin}/course/${streamId}/calendar` }]
    },
  )
  return calendarFeed(
    schoolOf(parts, brandId),
    rows.map(row => calendarOf(row, origin)),
    days,
  )
}
