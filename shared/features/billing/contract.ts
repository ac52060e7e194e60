import Type from 'typebox'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { Id, Line, Lines, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { appStoreCalls } from './stores/app-store-calls.ts'
import { cancelReasons } from './subscriptions/cancel-reasons.ts'
import { catalogueCalls } from './catalogue/catalogue-calls.ts'
import { paymentCalls } from './payments/payment-calls.ts'
import { ReceiptDetails } from './orders/receipt-wire.ts'
import { archivedRefusal } from '#shared/features/courses/archive-calls.ts'
import { billingRefusals } from './refusals.ts'
import { sellingCalls } from './selling/selling-calls.ts'
import { sellingRefusals } from './selling/selling-refusals.ts'
import { shopCalls } from './orders/shop-calls.ts'
import {
  Checkout,
  CurrencyCode,
  Installment,
  Order,
  PaymentMethod,
  PaymentSubscription,
  Plan,
  Service,
} from './wire.ts'

const code = Line(60)
/** How many are spent. */
const Points = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
// A class of learners comes from one address.
const payLimit = { requests: 200, seconds: 60 }
const codeLimit = { requests: 60, seconds: 60 }
const orderRefusals = [
  'selling_closed',
  'already_owned',
  'price_changed',
  'not_sold_in_currency',
  'no_instalments',
  'no_place_left',
  'email_needed',
  'points_unfit',
] as const
const discountRefusals = [
  'discount_unknown',
  'discount_over',
  'discount_not_yet',
  'discount_used_up',
  'discount_foreign',
] as const

export const billing = contract({
  refusals: { ...billingRefusals, ...sellingRefusals, ...archivedRefusal },
  events: {
    /** An order of the person, or the subscription that it began, stands otherwise than before. */
    order: { room: userRoom, stored: ['order_id'], data: Type.Object({ order_id: Id }) },
  },
  calls: {
    'GET /course-services': {
      access: 'public',
      summary: 'What the school sells, in the caller’s language',
      expand: ['childs.course', 'childs.stream', 'course', 'stream'],
      answer: Type.Array(Service),
    },
    'GET /course-services/view': {
      access: 'public',
      summary: 'One thing that the school sells',
      expand: ['childs.course', 'childs.stream', 'course', 'stream'],
      query: Type.Object({ id: Id }),
      answer: Service,
    },
    'GET /discount/check/code/:code/course-service/:serviceId': {
      access: 'public',
      summary: 'What a discount code takes off a price',
      limit: codeLimit,
      query: Type.Object({ currency: Type.Optional(CurrencyCode) }),
      answer: Type.Object({ code: Type.String(), discount: Type.Integer(), total: Type.Integer() }),
      refusals: [...discountRefusals, 'not_sold_in_currency'],
    },
    'GET /checkout/:serviceId': {
      access: 'public',
      summary:
        'What buying a service takes and gives; a code that lowers nothing is left out, and points are as many as can be spent',
      query: Type.Object({
        currency: Type.Optional(CurrencyCode),
        code: Type.Optional(code),
        points: Type.Optional(Points),
      }),
      answer: Checkout,
      refusals: ['selling_closed', 'not_sold_in_currency'],
    },
    'POST /order/:id': {
      access: 'public',
      summary:
        'Orders a service; the order that waits for the same terms is answered again. A transfer token may stand for the header',
      limit: payLimit,
      isForOwnerOnly: true,
      query: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
      body: Type.Object({
        currency: Type.Optional(CurrencyCode),
        total: Type.Optional(Type.Integer({ minimum: 0, description: 'What was shown; refused if it is another now' })),
        promocode: Type.Optional(code),
        points: Type.Optional(Points),
        is_in_instalments: Type.Optional(Type.Boolean()),
      }),
      answer: Order,
      refusals: orderRefusals,
    },
    'GET /orders': {
      access: 'learner',
      summary: 'Own orders, the newest first, 20 a page',
      isPaged: true,
      query: Type.Object({ page: Type.Optional(PageNumber) }),
      answer: Type.Array(Order),
    },
    'GET /orders/:id': { access: 'learner', summary: 'An own order as it stands', answer: Order },
    'POST /orders/:id/pay': {
      access: 'learner',
      summary:
        'Begins to pay what an order owes, by a saved method or on the provider’s page; one that is under way goes on',
      limit: payLimit,
      isForOwnerOnly: true,
      body: Type.Object({
        method_id: Type.Optional(Id),
        saves_method: Type.Optional(Type.Boolean()),
        is_instead: Type.Optional(
          Type.Boolean({ description: 'Ends first what waits for the learner, such as a confirmation by the bank' }),
        ),
      }),
      answer: Order,
      refusals: [
        'selling_closed',
        'order_not_payable',
        'already_owned',
        'no_place_left',
        'method_gone',
        'provider_silent',
        'email_needed',
      ],
    },
    'POST /orders/:id/check': {
      access: 'learner',
      summary: 'Asks the provider what became of a payment, as when the browser comes back',
      limit: payLimit,
      answer: Order,
    },
    'GET /receipts/:id': {
      access: 'learner',
      summary: 'An own receipt or credit note',
      answer: ReceiptDetails,
    },
    'GET /installment': {
      access: 'learner',
      summary: 'What is or was paid in parts, the newest first',
      expand: ['cancelPopupText'],
      answer: Type.Array(Installment),
    },
    'GET /installment/:id': {
      access: 'learner',
      summary: 'What is paid in parts, by its order',
      expand: ['cancelPopupText'],
      answer: Installment,
    },
    'GET /payment-subscription': {
      access: 'learner',
      summary: 'All own subscriptions, the newest first, also those that ended',
      expand: ['cancelPopupText'],
      answer: Type.Array(PaymentSubscription),
    },
    'GET /payment-subscriptions/:id': {
      access: 'learner',
      summary: 'An own subscription',
      expand: ['cancelPopupText'],
      answer: PaymentSubscription,
    },
    'POST /payment-subscriptions/cancel': {
      access: 'learner',
      summary: 'Cancels an own subscription: it lasts as long as is paid for, and can be resumed until then',
      isForOwnerOnly: true,
      query: Type.Object({ id: Id }),
      body: Type.Object({ reason_type: oneOf(cancelReasons), reason: Lines(2000) }),
      answer: Type.Object({
        subscription: PaymentSubscription,
        redirectUrl: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      }),
      refusals: ['subscription_cannot', 'store_decides', 'reason_too_short'],
    },
    'POST /payment-subscriptions/:id/resume': {
      access: 'learner',
      summary: 'Goes on with a subscription that is paused or was cancelled',
      isForOwnerOnly: true,
      answer: PaymentSubscription,
      refusals: ['subscription_cannot', 'store_decides'],
    },
    'POST /payment-subscriptions/:id/pause': {
      access: 'learner',
      summary: 'Pauses a subscription: nothing is charged or open, and the days that were paid for are kept',
      isForOwnerOnly: true,
      answer: PaymentSubscription,
      refusals: ['subscription_cannot', 'store_decides'],
    },
    'GET /payment-subscriptions/:id/plans': {
      access: 'learner',
      summary: 'What a subscription can be changed to, with what is paid for that now',
      answer: Type.Array(Plan),
    },
    'POST /payment-subscriptions/:id/plan': {
      access: 'learner',
      summary:
        'Changes the plan from today: what is left of the old one is credited, the rest charged to the saved method',
      limit: payLimit,
      isForOwnerOnly: true,
      body: Type.Object({ service_id: Id, amount: Type.Integer({ minimum: 0, description: 'What was shown' }) }),
      answer: Order,
      refusals: ['subscription_cannot', 'store_decides', 'price_changed', 'method_gone', 'provider_silent'],
    },
    'POST /payment-subscriptions/:id/method': {
      access: 'learner',
      summary: 'Charges a subscription to another saved method, and at once what is past due',
      limit: payLimit,
      isForOwnerOnly: true,
      body: Type.Object({ method_id: Id }),
      answer: PaymentSubscription,
      refusals: ['method_gone', 'store_decides'],
    },
    'GET /v2/user-payment-method': {
      access: 'learner',
      summary: 'Saved ways to pay',
      answer: Type.Object({ data: Type.Array(PaymentMethod) }),
    },
    'DELETE /v2/user-payment-method/:id': {
      access: 'learner',
      summary: 'Forgets a saved way to pay',
      isForOwnerOnly: true,
      answer: Type.Object({}),
      refusals: ['method_in_use'],
    },
    ...appStoreCalls,
    ...catalogueCalls,
    ...shopCalls,
    ...sellingCalls,
    ...paymentCalls,
  },
})
