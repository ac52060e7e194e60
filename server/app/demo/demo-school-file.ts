import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { parse } from 'yaml'
import { CourseFileError } from '#server/features/courses/import/import-course.ts'
import { serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import { oneOf, schemaProblems } from '#shared/platform/schemas.ts'

const Days = Type.Integer({ minimum: -3660, maximum: 3660, description: 'days from the day of seeding' })
const DayNumber = Type.Integer({ minimum: 1 })
const Text = Type.String({ minLength: 1, maxLength: 200 })

const User = Type.Object({
  email: Text,
  role: Type.Union([Type.Literal('learner'), Type.Literal('expert'), Type.Literal('admin')]),
  firstName: Text,
  lastName: Text,
  city: Type.Optional(Text),
  timezone: Text,
  language: Text,
  points: Type.Integer({ minimum: 0 }),
})

const Message = Type.Object({
  by: Text,
  hoursAgo: Type.Number({ minimum: 0, maximum: 1000 }),
  text: Type.String({ minLength: 1, maxLength: 5000 }),
  isSeen: Type.Optional(Type.Boolean()),
})

const HandIn = Type.Object({
  homework: Text,
  hoursAgo: Type.Number({ minimum: 0, maximum: 1000 }),
  text: Type.String({ minLength: 1, maxLength: 5000 }),
  exercise: Type.Optional(Type.Object({ dayNumber: DayNumber, lesson: Type.Integer({ minimum: 1 }) })),
  verdict: Type.Optional(
    Type.Intersect([Message, Type.Object({ verdict: Type.Union([Type.Literal('DONE'), Type.Literal('FAIL')]) })]),
  ),
})

const Stream = Type.Object({
  name: Text,
  user: Text,
  course: Text,
  state: Text,
  startsIn: Days,
  endsIn: Days,
  doneDays: Type.Optional(Type.Array(DayNumber)),
  startedDay: Type.Optional(
    Type.Object({
      dayNumber: DayNumber,
      viewedLessons: Type.Integer({ minimum: 0 }),
      viewedSeconds: Type.Integer({ minimum: 1 }),
    }),
  ),
  isDemo: Type.Optional(Type.Boolean()),
  isOptionalPurchase: Type.Optional(Type.Boolean()),
  freeze: Type.Optional(Type.Object({ startsIn: Days, endsIn: Days })),
  messages: Type.Optional(Type.Array(Message)),
  handIns: Type.Optional(Type.Array(HandIn)),
})
export type DemoStream = Static<typeof Stream>

const Texts = Type.Object({ en: Type.String(), ru: Type.String(), es: Type.String() })
const Service = Type.Object({
  name: Text,
  type: oneOf(serviceTypes),
  course: Type.Optional(Text),
  accessDays: Type.Optional(Type.Integer({ minimum: 1 })),
  consultations: Type.Optional(Type.Integer({ minimum: 1 })),
  instalments: Type.Optional(Type.Integer({ minimum: 2 })),
  trialDays: Type.Optional(Type.Integer({ minimum: 1 })),
  period: Type.Optional(
    Type.Object({
      count: Type.Integer({ minimum: 1 }),
      unit: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month'), Type.Literal('year')]),
    }),
  ),
  prices: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Integer({ minimum: 0 })),
  title: Texts,
  description: Texts,
})
export type DemoService = Static<typeof Service>

const Position = Type.Object({ what: Text, category: Type.Optional(Type.Integer({ minimum: 0 })) })

const Article = Type.Object({
  isPublic: Type.Boolean(),
  publishedDaysAgo: Type.Integer({ minimum: 0, maximum: 3660 }),
  pictureOf: Type.Optional(Text),
  title: Texts,
  lead: Texts,
  body: Texts,
})
export type DemoArticle = Static<typeof Article>

const Club = Type.Object({
  slug: Text,
  openedBy: Type.Array(Text),
  courses: Type.Array(Text),
  title: Texts,
  questions: Type.Optional(Type.Array(Type.Object({ question: Texts, answer: Texts }))),
  articles: Type.Optional(Type.Array(Article)),
})

const Purchase = Type.Object({
  user: Text,
  what: Text,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  paidDaysAgo: Type.Integer({ minimum: 0, maximum: 3660 }),
  isInInstalments: Type.Optional(Type.Boolean()),
  isRefunded: Type.Optional(Type.Boolean()),
})
export type DemoPurchase = Static<typeof Purchase>

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const TalkHours = Type.Object({
  expert: Text,
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
  from: Clock,
  until: Clock,
})
export type DemoTalkHours = Static<typeof TalkHours>

const TalkKind = Type.Object({
  name: Text,
  experts: Type.Array(Text, { minItems: 1 }),
  minutes: Type.Integer({ minimum: 5 }),
  needsConfirmation: Type.Optional(Type.Boolean()),
  points: Type.Optional(Type.Integer({ minimum: 1 })),
  service: Type.Optional(Text),
  title: Texts,
  description: Texts,
})
export type DemoTalkKind = Static<typeof TalkKind>

const Talk = Type.Object({
  user: Text,
  stream: Text,
  kind: Text,
  expert: Text,
  startsIn: Days,
  at: Clock,
  note: Type.String({ maxLength: 1000 }),
})
export type DemoTalk = Static<typeof Talk>

const Talks = Type.Object({
  hours: Type.Array(TalkHours),
  kinds: Type.Array(TalkKind),
  booked: Type.Array(Talk),
})

const Banner = Type.Object({
  places: Type.Array(Type.Integer(), { minItems: 1 }),
  link: Text,
  pictureOf: Type.Optional(Text),
  title: Texts,
  description: Texts,
})

const Announcement = Type.Object({
  sentDaysAgo: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
  awayDays: Type.Optional(Type.Integer({ minimum: 1 })),
  link: Text,
  title: Texts,
  body: Texts,
})

const School = Type.Object({
  password: Text,
  brand: Text,
  courses: Type.Array(Text),
  otherBrands: Type.Optional(Type.Array(Type.Object({ brand: Text, courses: Type.Array(Text) }))),
  users: Type.Array(User),
  streams: Type.Array(Stream),
  sells: Type.Optional(Type.Array(Service)),
  pointsTakeOff: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Integer({ minimum: 1 }))),
  clubs: Type.Optional(Type.Array(Club)),
  banners: Type.Optional(Type.Array(Banner)),
  announcements: Type.Optional(Type.Array(Announcement)),
  catalogue: Type.Optional(Type.Array(Position)),
  bought: Type.Optional(Type.Array(Purchase)),
  talks: Type.Optional(Talks),
})
export type DemoSchoolFile = Static<typeof School>

/** Reads the demo school's people and streams; an invalid file is refused with each place and reason. */
export async function readDemoSchool(file: string): Promise<DemoSchoolFile> {
  const refuse = (reason: string, place = '') => new CourseFileError([{ file, place, reason }])
  const value = await readFile(file, 'utf8').then(
    text => parse(text) as unknown,
    (error: Error) => Promise.reject(refuse(`cannot be read: ${error.message}`)),
  )
  const problems = schemaProblems(School, value)
  if (problems.length) throw new CourseFileError(problems.map(problem => ({ file, ...problem })))
  const school = value as DemoSchoolFile
  const isUser = (address: string) => school.users.some(({ email }) => email === address)
  for (const [index, { user, course, messages = [], handIns = [] }] of school.streams.entries()) {
    if (!isUser(user)) throw refuse('names no user', `streams[${index}].user`)
    if (!messages.every(({ by }) => isUser(by))) throw refuse('names no user', `streams[${index}].messages`)
    const answered = handIns.flatMap(({ verdict }) => verdict ?? [])
    if (!answered.every(({ by }) => isUser(by))) throw refuse('names no user', `streams[${index}].handIns`)
    if (!school.courses.includes(course)) throw refuse('names no course', `streams[${index}].course`)
  }
  for (const [index, { course }] of (school.sells ?? []).entries())
    if (course && !school.courses.includes(course)) throw refuse('names no course', `sells[${index}].course`)
  for (const [index, { user, what, currency }] of (school.bought ?? []).entries()) {
    if (!isUser(user)) throw refuse('names no user', `bought[${index}].user`)
    const sold = school.sells?.find(({ name }) => name === what)
    if (sold?.prices[currency] === undefined) throw refuse('is not sold in this currency', `bought[${index}].what`)
  }
  for (const [index, { user, expert, stream, kind }] of (school.talks?.booked ?? []).entries()) {
    if (!isUser(user) || !isUser(expert)) throw refuse('names no user', `talks.booked[${index}]`)
    if (!school.streams.some(({ name }) => name === stream))
      throw refuse('names no stream', `talks.booked[${index}].stream`)
    if (!school.talks?.kinds.some(({ name }) => name === kind))
      throw refuse('names no kind', `talks.booked[${index}].kind`)
  }
  return school
}
