import Type, { type Static } from 'typebox'
import { Picture } from '#shared/features/media/contract.ts'
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
import { bannerStates, bannerTypes } from './rules.ts'
import { platforms, positions, slotCodes } from './slots.ts'

/** The code of a place. */
export const SlotCode = Type.Unsafe<number>({ type: 'integer', enum: [...slotCodes] })
const Ids = Type.Array(Id, { maxItems: 200, uniqueItems: true })
const Applications = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50, uniqueItems: true })
const Platforms = Type.Array(oneOf(platforms), { maxItems: platforms.length, uniqueItems: true })
const Codes = Type.Array(SlotCode, { maxItems: slotCodes.length, uniqueItems: true })
const Sort = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'The lowest stands first' })
const Text = Type.Object({ title: Line(150), description: Lines(2000) })
const Moment = nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'Unix seconds' }))

const Segment = Type.Object({
  id: Id,
  name: Type.String(),
  analyticProductName: NullableString,
  analyticSchoolTitle: NullableString,
})

/** To whom a banner is shown; an empty list asks for nothing. */
const audience = {
  course_ids: Ids,
  community_ids: Ids,
  application_ids: Applications,
  stage_day_ids: Ids,
  not_display_course_ids: Ids,
  not_display_community_ids: Ids,
  not_display_application_ids: Applications,
}

/** A banner as a learner sees it. */
export const Banner = Type.Object({
  id: Id,
  type: oneOf(bannerTypes),
  title: Type.String(),
  text: Type.String(),
  sort: Sort,
  platforms: Platforms,
  positions: Type.Array(oneOf(positions)),
  positionsIds: Codes,
  image: nullable(Picture),
  link: NullableString,
  segments: Type.Array(Segment),
  ...audience,
})
export type BannerWire = Static<typeof Banner>

/** What staff say of a banner. */
export const BannerFields = Type.Object({
  type: oneOf(bannerTypes),
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  sort: Sort,
  platforms: Platforms,
  positionsIds: Codes,
  picture_id: nullable(Id),
  link: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  segment_ids: Ids,
  ...audience,
  starts_at: Moment,
  ends_at: Moment,
})
export type BannerFieldsWire = Static<typeof BannerFields>

/** A banner as staff edit it. */
export const EditedBanner = Type.Object({
  id: Id,
  ...BannerFields.properties,
  image: nullable(Picture),
  state: oneOf(bannerStates),
  revision: Type.Integer(),
})
export type EditedBannerWire = Static<typeof EditedBanner>

const Count = Type.Integer({ minimum: 0 })
/** A banner in the list of all. */
export const ListedBanner = Type.Object({
  id: Id,
  title: Type.String(),
  type: oneOf(bannerTypes),
  state: oneOf(bannerStates),
  positions: Type.Array(oneOf(positions)),
  starts_at: NullableSeconds,
  ends_at: NullableSeconds,
  shown: Count,
  clicked: Count,
})
export type ListedBannerWire = Static<typeof ListedBanner>

/** How often a banner was seen and followed. */
export const BannerFigures = Type.Object({
  title: Type.String(),
  shown: Count,
  clicked: Count,
  days: Type.Array(Type.Object({ day: DateText, shown: Count, clicked: Count }), {
    description: 'Those on which it was seen, the last 400 at most',
  }),
})
export type BannerFiguresWire = Static<typeof BannerFigures>
