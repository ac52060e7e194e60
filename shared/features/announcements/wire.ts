import Type, { type Static } from 'typebox'
import {
  DateText,
  Id,
  Line,
  Lines,
  nullable,
  NullableSeconds,
  NullableString,
  oneOf,
} from '#shared/platform/schemas.ts'
import { announcementStates, audienceKinds, timingKinds } from './rules.ts'

const Count = Type.Integer({ minimum: 0 })
const Text = Type.Object({ title: Line(150), body: Lines(10_000) })

/** To whom it goes; what its kind does not ask for is null. */
const AudienceFields = Type.Object({
  kind: oneOf(audienceKinds),
  course_id: nullable(Id),
  stream_id: nullable(Id),
  club_id: nullable(Id),
  day_id: nullable(Type.Integer({ ...Id, description: 'The last day that they have begun' })),
  days: nullable(Type.Integer({ minimum: 0, maximum: 3650, description: 'For so many days they have not been here' })),
})

/** When it goes; what its kind does not ask for is null. */
const TimingFields = Type.Object({
  kind: oneOf(timingKinds),
  at: nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'Unix seconds' })),
  on: nullable(DateText),
  time: nullable(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'On each person’s own clock' })),
})

/** What staff say of an announcement. */
export const AnnouncementFields = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  link: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  by_push: Type.Boolean(),
  by_letter: Type.Boolean(),
  audience: AudienceFields,
  timing: TimingFields,
})
export type AnnouncementFieldsWire = Static<typeof AnnouncementFields>

/** How far an announcement is, and what became of it. */
const reached = {
  state: oneOf(announcementStates),
  starts_at: NullableSeconds,
  recipients: Count,
  told: Type.Integer({ description: 'Of those, who has it in their list by now' }),
  pushed: Type.Integer({ description: 'To whose devices it was sent' }),
  lettered: Type.Integer({ description: 'To whom it was e-mailed' }),
  opened: Type.Integer({ description: 'Who opened it, of those who agreed to be counted' }),
  clicked: Type.Integer({ description: 'Who followed its link, of those who agreed to be counted' }),
}

/** An announcement as staff edit it. */
export const EditedAnnouncement = Type.Object({
  id: Id,
  ...AnnouncementFields.properties,
  ...reached,
  revision: Type.Integer(),
})
export type EditedAnnouncementWire = Static<typeof EditedAnnouncement>

/** An announcement in the list of all. */
export const ListedAnnouncement = Type.Object({ id: Id, title: Type.String(), ...reached })
export type ListedAnnouncementWire = Static<typeof ListedAnnouncement>

/** An announcement as one of its people reads it. */
export const Announcement = Type.Object({
  id: Id,
  title: Type.String(),
  body: Type.String({ description: 'Markdown' }),
  link: NullableString,
  told_at: Type.Integer({ description: 'Unix seconds' }),
})
export type AnnouncementWire = Static<typeof Announcement>

/** A day of a course at which people may have stopped. */
export const AudienceDay = Type.Object({ id: Id, title: Type.String() })
