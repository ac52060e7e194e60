import { linkTarget } from '#shared/platform/link-target.ts'
import type { Language } from '#shared/platform/contract.ts'
import { isBlank } from '#shared/platform/text.ts'
import { firstInstantAt, isLocalDate, type LocalDate, secondsFromMs } from '#shared/platform/times.ts'

/** A draft waits for its school, a scheduled one for its time; what is stopped reaches nobody any more. */
export const announcementStates = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** Everybody in the school, who learns a course or in a stream, the members of a club, who stopped at a day, and who has been away. */
export const audienceKinds = ['brand', 'course', 'stream', 'club', 'stopped', 'away'] as const
export type AudienceKind = (typeof audienceKinds)[number]

export type Audience = {
  kind: AudienceKind
  course_id: number | null
  stream_id: number | null
  club_id: number | null
  day_id: number | null
  /** For so many days they have not been here. */
  days: number | null
}

const asked = {
  brand: [],
  course: ['course_id'],
  stream: ['stream_id'],
  club: ['club_id'],
  stopped: ['course_id', 'day_id', 'days'],
  away: ['days'],
} as const satisfies Record<AudienceKind, readonly (keyof Audience)[]>

/** What has to be said of an audience of a kind. */
const askedOf = (kind: AudienceKind): readonly Exclude<keyof Audience, 'kind'>[] => asked[kind]

/** An audience with what its kind asks for, and nothing else. */
export function narrowedAudience(audience: Audience): Audience {
  const nobody: Audience = { ...audience, course_id: null, stream_id: null, club_id: null, day_id: null, days: null }
  for (const field of askedOf(audience.kind)) nobody[field] = audience[field]
  return nobody
}

/** At once, at a moment, or at an hour of a date on each person's own clock. */
export const timingKinds = ['now', 'at', 'local'] as const
export type Timing = {
  kind: (typeof timingKinds)[number]
  /** Unix seconds. */
  at: number | null
  on: LocalDate | null
  /** 'HH:MM'. */
  time: string | null
}

/** A timing with what its kind asks for, and nothing else. */
export function narrowedTiming({ kind, at, on, time }: Timing): Timing {
  const isLocal = kind === 'local'
  return { kind, at: kind === 'at' ? at : null, on: isLocal ? on : null, time: isLocal ? time : null }
}

/** Where a date begins first. */
const firstZone = 'Etc/GMT-14'

/** When an announcement comes in a time zone; undefined where that is at once. Unix seconds. */
export function dueIn({ kind, at, on, time }: Timing, timeZone: string): number | undefined {
  if (kind === 'at') return at ?? undefined
  return kind === 'local' && on && isLocalDate(on) && time
    ? secondsFromMs(firstInstantAt(on, time, timeZone))
    : undefined
}

/** When the first of its people get an announcement that is sent at `now`; both in Unix seconds. */
export const startOf = (timing: Timing, now: number): number => Math.max(now, dueIn(timing, firstZone) ?? now)

export type AnnouncementText = { title: string; body: string }
export type AnnouncementTexts = Partial<Record<Language, AnnouncementText>>

const languages = ['en', 'ru', 'es'] as const satisfies readonly Language[]
const nothing: AnnouncementText = { title: '', body: '' }

/** An announcement's words in a language, or in another that it has. */
export const announcementIn = (texts: AnnouncementTexts, language: Language): AnnouncementText =>
  texts[language] ?? texts.en ?? texts.ru ?? texts.es ?? nothing

/** What an announcement says, without the languages in which it says nothing. */
export function writtenAnnouncement(texts: AnnouncementTexts): AnnouncementTexts {
  const written: AnnouncementTexts = {}
  for (const language of languages) {
    const { title, body } = texts[language] ?? nothing
    if (isBlank(title) && isBlank(body)) continue
    written[language] = { title: isBlank(title) ? '' : title.trim(), body: isBlank(body) ? '' : body }
  }
  return written
}

export type Announced = { texts: AnnouncementTexts; link: string | null; audience: Audience; timing: Timing }

/** Why an announcement cannot be kept as staff describe it, and at which field; undefined when it can. */
export function draftFault({ texts, link, audience }: Announced) {
  const written = writtenAnnouncement(texts)
  const used = languages.filter(language => written[language])
  const untitled = used.length === 0 ? 'en' : used.find(language => written[language]?.title === '')
  if (untitled) return { code: 'title_needed', field: `texts.${untitled}.title` } as const
  if (link !== null && !linkTarget(link)) return { code: 'announcement_link_broken', field: 'link' } as const
  const open = askedOf(audience.kind).find(field => audience[field] === null)
  return open ? ({ code: 'audience_incomplete', field: `audience.${open}` } as const) : undefined
}

/** What is said of an audience that is nobody, and at which field. */
export const nobodyThere = { code: 'announcement_for_nobody', field: 'audience.kind' } as const

/** Why an announcement cannot be sent at `now` (Unix seconds), and at which field; undefined when it can. */
export function sendingFault(announced: Announced, now: number) {
  const fault = draftFault(announced)
  if (fault) return fault
  const { timing } = announced
  const written = writtenAnnouncement(announced.texts)
  const empty = languages.find(language => written[language]?.body === '')
  if (empty) return { code: 'announcement_empty', field: `texts.${empty}.body` } as const
  const last = dueIn(timing, 'Etc/GMT+12')
  if (timing.kind === 'now' || (last !== undefined && last > now)) return undefined
  return { code: 'announcement_time_past', field: timing.kind === 'at' ? 'timing.at' : 'timing.time' } as const
}
