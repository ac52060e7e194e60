import { effectiveEndsOn, frozenDates, isDemoOnly } from '#shared/features/streams/rules.ts'
import { opensOn } from '#shared/features/progress/rules.ts'
import { nextReminder } from '#shared/features/notifications/rules.ts'
import type { ComingEventWire } from '#shared/features/videoconsultations/wire.ts'
import { addDays, localDate, secondsFromMs, startOfDay } from '#shared/platform/times.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import { type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { textIn } from '../consultation-row.ts'
import type { VideoContext } from '../hours/slots.ts'
import { isSwitchedOn } from '../switched.ts'

type PlaceRow = StreamRow & {
  course_title: string
  days: { id: number; dayNumber: number; opensAfterDays: number; title: string }[]
}

/** A learner's places that are not over, each with the days of its course. */
const listPlaces = many<{ userId: number; today: string; language: string }, PlaceRow>(
  'list-places-with-days',
  `select ${streamColumns}, ${textIn('c.texts', 'title')} as course_title,
     (select coalesce(json_agg(json_build_object('id', d.id, 'dayNumber', d.day_number, 'opensAfterDays', d.opens_after_days,
        'title', ${textIn('d.texts', 'title')}) order by d.day_number), '[]')
      from course_days d where d.course_id = c.id and d.archived_at is null and not d.is_rest) as days
   from ${streamTables} where us.user_id = $userId and us.stopped_at is null
     and us.ends_on >= $today::date - 366`,
)

type OwnRow = {
  consultations: {
    id: number
    startsAt: number
    endsAt: number
    title: string
    courseTitle: string
    streamId: number
  }[]
  reminders: { id: number; weekdays: number[]; time: string; text: string }[]
}

/** What else comes up for a person until an instant: booked consultations and reminders. */
const findOwn = one<{ userId: number; nowSeconds: number; until: number; language: string }, OwnRow>(
  'find-coming-of-person',
  `select (select coalesce(json_agg(json_build_object('id', v.id, 'startsAt', unix(lower(v.during)), 'endsAt', unix(upper(v.during)),
       'title', ${textIn('k.texts', 'title')}, 'courseTitle', ${textIn('c.texts', 'title')}, 'streamId', v.user_stream_id)
       order by lower(v.during)), '[]')
     from video_consultations v join video_kinds k on k.id = v.kind_id join user_streams us on us.id = v.user_stream_id
       join courses c on c.id = us.course_id
     where v.user_id = $userId and v.status in ('pending', 'confirmed') and upper(v.during) > to_timestamp($nowSeconds::float8)
       and lower(v.during) < to_timestamp($until::float8)) as consultations,
     (select coalesce(json_agg(json_build_object('id', r.id, 'weekdays', r.weekdays, 'time', r.local_time, 'text', r.text)), '[]')
      from reminders r where r.user_id = $userId and r.is_enabled) as reminders`,
)

type Asked = { userId: number; timezone: string; language: string; now: number; days: number }
const empty = {
  ends_at: null,
  course_title: '',
  stream_id: null,
  day_id: null,
  consultation_id: null,
  reminder_id: null,
}

/** Dates of a place from `today` to `last`: its start and end, and the days that open. */
function eventsOfPlace(
  place: PlaceRow,
  { timezone, today, last }: { timezone: string; today: string; last: string },
): ComingEventWire[] {
  const own = { ...empty, course_title: place.course_title, stream_id: place.id }
  const frozen = frozenDates(place.freezes)
  const endsOn = effectiveEndsOn({ startsOn: place.starts_on, endsOn: place.ends_on }, place.freezes)
  const isShown = (date: string) => today <= date && date <= last
  const at = (date: string) => secondsFromMs(startOfDay(date, timezone))
  const isDemo = isDemoOnly({ isDemo: place.is_demo, courseFullAccess: place.course_full_access })
  const opening = isDemo
    ? []
    : place.days.flatMap(day => {
        const date = opensOn(day, place.starts_on, frozen)
        const event = {
          ...own,
          key: `day ${place.id} ${day.id}`,
          kind: 'day_opens' as const,
          title: day.title,
          day_id: day.id,
        }
        return isShown(date) && date > place.starts_on && date <= endsOn ? [{ ...event, starts_at: at(date) }] : []
      })
  const ends = (key: string, kind: 'stream_starts' | 'stream_ends', date: string) =>
    isShown(date) ? [{ ...own, key: `${key} ${place.id}`, kind, title: place.course_title, starts_at: at(date) }] : []
  return [
    ...ends('start', 'stream_starts', place.starts_on),
    ...opening,
    ...(place.is_optional_purchase ? [] : ends('end', 'stream_ends', endsOn)),
  ]
}

/** What comes up for a person in the next days, in order: by their own dates and clock. */
export async function comingEvents(
  db: Db,
  { userId, timezone, language, now, days }: Asked,
): Promise<ComingEventWire[]> {
  const today = localDate(now, timezone)
  const last = addDays(today, days - 1)
  const until = startOfDay(addDays(last, 1), timezone)
  const places = await listPlaces(db, { userId, today, language })
  const own = await findOwn(db, { userId, nowSeconds: now / 1000, until: until / 1000, language })
  const consultations = (own?.consultations ?? []).map(
    (one): ComingEventWire => ({
      ...empty,
      key: `consultation ${one.id}`,
      kind: 'consultation',
      starts_at: one.startsAt,
      ends_at: one.endsAt,
      title: one.title,
      course_title: one.courseTitle,
      stream_id: one.streamId,
      consultation_id: one.id,
    }),
  )
  const reminders = (own?.reminders ?? []).flatMap((one): ComingEventWire[] => {
    const next = nextReminder(one, timezone, now)
    const event = {
      ...empty,
      key: `reminder ${one.id}`,
      kind: 'reminder' as const,
      title: one.text,
      reminder_id: one.id,
    }
    return next && next.at < until ? [{ ...event, starts_at: secondsFromMs(next.at) }] : []
  })
  const dated = places.flatMap(place => eventsOfPlace(place, { timezone, today, last }))
  return [...consultations, ...reminders, ...dated].sort(
    (a, b) => a.starts_at - b.starts_at || (a.key < b.key ? -1 : 1),
  )
}

/** What comes up for the caller; consultations where the school has them. */
export async function events(context: VideoContext<'GET /events'>, { brands }: { brands: Brands }) {
  const { db, now, user, caller, query } = context
  const { days = 31 } = query
  const { userId, timezone } = user
  const all = await comingEvents(db, { userId, timezone, language: caller.language, now, days })
  const found = isSwitchedOn(brands, context) ? all : all.filter(({ kind }) => kind !== 'consultation')
  const last = addDays(localDate(now, timezone), days)
  return { events: found.slice(0, 1000), until: secondsFromMs(startOfDay(last, timezone)) }
}
