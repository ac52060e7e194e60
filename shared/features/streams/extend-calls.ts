import Type, { type Static } from 'typebox'
import { billingRefusals } from '#shared/features/billing/refusals.ts'
import { Amount, CurrencyCode, Order } from '#shared/features/billing/wire.ts'
import { DateText, Id, Line, nullable, oneOf } from '#shared/platform/schemas.ts'
import { extensionCodes } from './extension.ts'

const { email_needed, selling_closed, price_changed, not_sold_in_currency } = billingRefusals

export const extendRefusals = {
  extension_closed: {
    status: 409,
    text: {
      en: 'This course cannot be extended here',
      ru: 'Продлить этот курс здесь нельзя',
      es: 'Este curso no se puede prolongar aquí',
    },
  },
  email_needed,
  selling_closed,
  price_changed,
  not_sold_in_currency,
} as const

/** What can be added to a place; `id` is that of the service. */
const Extension = Type.Object({
  id: Id,
  stream_id: Id,
  type_code: oneOf(extensionCodes),
  title: Type.String(),
  description: Type.String(),
  price: Amount,
  currency: CurrencyCode,
  days: nullable(Type.Integer()),
  consultations: Type.Integer(),
  /** Until when the place would last; null when it adds no days. */
  ends_on: nullable(DateText),
  /** Whether no money moves. */
  is_sandbox: Type.Boolean(),
})
export type ExtensionWire = Static<typeof Extension>

/** Adding to a place that one has. */
export const extendCalls = {
  'GET /extend/:streamId': {
    access: 'learner',
    summary: 'What can be added to an own place in a course: days of access, or consultations',
    answer: Type.Array(Extension),
    refusals: ['extension_closed'],
  },
  'POST /extend/:streamId/course-service/:serviceId': {
    access: 'learner',
    summary:
      'Orders an extension; the order that waits for the same is answered again. A code that lowers nothing is left out',
    limit: { requests: 200, seconds: 60 },
    isForOwnerOnly: true,
    body: Type.Object({
      name: Type.Optional(Line(100)),
      phone: Type.Optional(Line(30)),
      email: Type.Optional(Line(254)),
      promocode: Type.Optional(Line(60)),
    }),
    /** `id` is that of the order. */
    answer: Type.Object({ id: Id, stream_id: Id, type_code: oneOf(extensionCodes), order: Order }),
    refusals: ['extension_closed', 'email_needed', 'selling_closed', 'price_changed', 'not_sold_in_currency'],
  },
} as const
