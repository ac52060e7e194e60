import Type, { type Static } from 'typebox'
import { DateText, Id, Line, Lines, nullable, oneOf } from '#shared/platform/schemas.ts'
import { currencies, mostAmount } from '#shared/platform/money.ts'
import { periodUnits } from '../subscriptions/periods.ts'
import { serviceStates, serviceTypes } from './service-kinds.ts'

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const Text = Type.Object({ title: Line(150), description: Lines(2000) })

/** What staff say of a service. */
export const ServiceFields = Type.Object({
  texts: Type.Object({ en: Type.Optional(Text), ru: Type.Optional(Text), es: Type.Optional(Text) }),
  prices: Type.Array(Type.Object({ currency: oneOf(currencies), amount: whole(0, mostAmount) }), {
    minItems: 1,
    maxItems: currencies.length,
  }),
  course_id: nullable(Id),
  /** The cohort that it opens; null for the next one. */
  stream_id: nullable(Id),
  /** A place of so many days from the day of payment. */
  access_days: nullable(whole(1, 3660)),
  consultations: whole(0, 1000),
  points: whole(0, 1_000_000),
  tax_rate: Type.Integer({
    minimum: 0,
    maximum: 9999,
    description: 'Included in the price, in hundredths of a percent',
  }),
  instalments: whole(1, 36),
  /** How long a subscription’s payment lasts, or how far instalments are apart. */
  period: whole(1, 366),
  interval: oneOf(periodUnits),
  trial_days: whole(0, 366),
  is_extension: Type.Optional(
    Type.Boolean({ description: 'Sold to who has a place in the course: more days of it, or more consultations' }),
  ),
  /** Under which codes app stores sell it; left out, they stay as they are. */
  appstore_products: Type.Optional(
    Type.Array(Type.Object({ alias: { ...Line(60), minLength: 1 }, code: { ...Line(120), minLength: 1 } }), {
      maxItems: 20,
    }),
  ),
})
export type ServiceFieldsWire = Static<typeof ServiceFields>

/** What stays as it was when the service was added, because what was bought hangs on it. */
export const ServiceKind = Type.Object({
  type: oneOf(serviceTypes),
  is_general: Type.Boolean({ description: 'Whether a subscription opens the mobile app alone' }),
})

export const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The one that was changed' })

/** A service as staff edit it. */
export const EditedService = Type.Object({
  id: Id,
  ...ServiceKind.properties,
  ...ServiceFields.properties,
  state: oneOf(serviceStates),
  revision: Type.Integer(),
})
export type EditedServiceWire = Static<typeof EditedService>

export const DiscountFields = Type.Object({
  percent: nullable(whole(1, 100)),
  amount: nullable(whole(1, mostAmount)),
  currency: nullable(oneOf(currencies)),
  most_uses: nullable(whole(1, 1_000_000)),
  /** Both days are inclusive, in the time zone of who reads or writes. */
  starts_on: nullable(DateText),
  ends_on: nullable(DateText),
  /** None when it holds for all. */
  service_ids: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
})
export type DiscountFieldsWire = Static<typeof DiscountFields>

/** A discount code as staff see it. */
export const ShopDiscount = Type.Object({
  id: Id,
  code: Type.String(),
  ...DiscountFields.properties,
  uses: Type.Integer({ description: 'Orders that were paid, or wait to be paid, with it' }),
  state: oneOf(['valid', 'not_yet', 'over', 'used_up', 'archived']),
  revision: Type.Integer(),
})
export type ShopDiscountWire = Static<typeof ShopDiscount>
