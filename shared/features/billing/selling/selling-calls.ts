import Type from 'typebox'
import { Id, Line, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { DiscountFields, EditedService, Revision, ServiceFields, ServiceKind, ShopDiscount } from './selling-wire.ts'
import { discountStates, serviceStates } from './service-kinds.ts'
import { ShopService } from '../orders/shop-wire.ts'

const access = 'admin' as const
const Made = Type.Object({ id: Id })
const Changed = Type.Object({ revision: Type.Integer() })
const serviceRefusals = [
  'title_needed',
  'currency_twice',
  'subscription_free',
  'price_too_small',
  'price_unround',
  'part_too_small',
  'gives_nothing',
  'unfit_for_kind',
  'period_too_long',
] as const
const discountRefusals = ['discount_of_what', 'discount_ends_early', 'discount_leaves_little'] as const

/** What a school sells, and the codes that lower its prices, for administrators. */
export const sellingCalls = {
  'GET /studio/services': {
    access,
    summary: 'All services of the school, the newest first, also hidden and archived ones',
    answer: Type.Array(ShopService),
  },
  'GET /studio/services/:id': { access, summary: 'A service with all that can be changed', answer: EditedService },
  'POST /studio/services': {
    access,
    summary: 'Adds a service, hidden until it is shown; sent again with its Idempotency-Key it stays one',
    body: Type.Object({ ...ServiceKind.properties, ...ServiceFields.properties }),
    answer: Made,
    refusals: serviceRefusals,
  },
  'PUT /studio/services/:id': {
    access,
    summary: 'Changes a service for those who order it from now on; what was ordered and subscribed keeps its terms',
    body: Type.Object({ ...ServiceFields.properties, revision: Revision }),
    answer: Changed,
    refusals: [...serviceRefusals, 'changed_meanwhile', 'course_archived'],
  },
  'PUT /studio/services/:id/state': {
    access,
    summary: 'Shows a service to learners, hides it, or archives it',
    body: Type.Object({ state: oneOf(serviceStates) }),
    answer: Type.Object({ state: oneOf(serviceStates) }),
    refusals: ['course_archived'],
  },
  'GET /studio/discounts': {
    access,
    summary: 'Discount codes with their uses, the newest first, 30 a page; found by how they begin',
    isPaged: true,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 60 })),
      state: Type.Optional(oneOf(discountStates)),
      page: Type.Optional(PageNumber),
    }),
    answer: Type.Array(ShopDiscount),
  },
  'POST /studio/discounts': {
    access,
    summary: 'Adds a discount code; sent again with its Idempotency-Key it stays one',
    body: Type.Object({ code: Line(60), ...DiscountFields.properties }),
    answer: Made,
    refusals: [...discountRefusals, 'discount_code_unfit', 'discount_code_taken'],
  },
  'PUT /studio/discounts/:id': {
    access,
    summary: 'Changes what a discount code gives to those who order from now on; the code itself stays',
    body: Type.Object({ ...DiscountFields.properties, revision: Revision }),
    answer: Changed,
    refusals: [...discountRefusals, 'changed_meanwhile'],
  },
  'PUT /studio/discounts/:id/state': {
    access,
    summary: 'Archives a discount code, so that it lowers nothing any more, or brings it back',
    body: Type.Object({ state: oneOf(discountStates) }),
    answer: Type.Object({ state: oneOf(discountStates) }),
  },
} as const
