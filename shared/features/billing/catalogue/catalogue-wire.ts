import Type, { type Static } from 'typebox'
import { Picture } from '#shared/features/media/contract.ts'
import { Id, Line, Lines, NullableId, NullableString, nullable, oneOf } from '#shared/platform/schemas.ts'
import { serviceTypes } from '../selling/service-kinds.ts'
import { Service } from '../wire.ts'

export const positionStates = ['shown', 'hidden'] as const

/** Something that is offered to the caller, with what it sells. */
export const CourseOffer = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  course_service: Id,
  course_offer_relation_type_id: Type.Integer(),
  images_files: Type.Array(Picture),
  service: Service,
})
export type CourseOfferWire = Static<typeof CourseOffer>

/** A position of the catalogue, as a learner may act on it. */
export const CatalogPosition = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  category_id: nullable(Type.Integer()),
  sort: Type.Integer(),
  image: nullable(Picture),
  course_id: NullableId,
  course_title: NullableString,
  service: Service,
  /** Whether the caller has what it sells. */
  is_owned: Type.Boolean(),
  /** Whether it can be had now: there is a place, and somebody takes the money. */
  is_available: Type.Boolean(),
  /** Whether it can be charged at once to what the caller’s subscription is charged to. */
  can_add_to_subscription: Type.Boolean(),
})
export type CatalogPositionWire = Static<typeof CatalogPosition>

const Text = Type.Object({ title: Line(150), description: Lines(2000) })

/** What staff say of a position; it names a service or a course. */
export const PositionFields = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  service_id: nullable(Id),
  course_id: nullable(Id),
  category_id: nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  picture: nullable(
    Type.String({ maxLength: 100, pattern: '^[a-z0-9][a-z0-9-]*\\.(svg|png|webp)$', description: 'a picture’s name' }),
  ),
})
export type PositionFieldsWire = Static<typeof PositionFields>

/** A position as staff edit it. */
export const EditedPosition = Type.Object({
  id: Id,
  ...PositionFields.properties,
  state: oneOf(positionStates),
  revision: Type.Integer(),
})
export type EditedPositionWire = Static<typeof EditedPosition>

/** A position in the list of all. */
export const ShopPosition = Type.Object({
  id: Id,
  title: Type.String(),
  category_id: nullable(Type.Integer()),
  state: oneOf(positionStates),
  /** What it sells, in words; of a course that nothing opens now, the course alone. */
  sells: Type.Object({
    course_title: NullableString,
    service_title: NullableString,
    type: nullable(oneOf(serviceTypes)),
  }),
  /** Whether what it sells is for sale: otherwise learners do not see it. */
  is_sold: Type.Boolean(),
})
export type ShopPositionWire = Static<typeof ShopPosition>
