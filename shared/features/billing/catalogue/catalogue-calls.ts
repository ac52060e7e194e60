import Type from 'typebox'
import { Id, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import {
  CatalogPosition,
  CourseOffer,
  EditedPosition,
  PositionFields,
  positionStates,
  ShopPosition,
} from './catalogue-wire.ts'
import { Revision } from '../selling/selling-wire.ts'
import { serviceTypes } from '../selling/service-kinds.ts'
import { CurrencyCode, Order } from '../wire.ts'

const access = 'admin' as const
const State = Type.Object({ state: oneOf(positionStates) })
const Category = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const positionRefusals = ['title_needed', 'position_of_what'] as const

/** What is offered to learners, the catalogue, and how administrators keep it. */
export const catalogueCalls = {
  'GET /course-offer/find': {
    access: 'public',
    summary:
      'What the caller may buy, for a course or all of them; why it is offered is a number of the brand’s offerType, otherwise its default',
    query: Type.Object({
      courseId: Type.Optional(Id),
      courseOfferRelationTypeId: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    }),
    answer: Type.Array(CourseOffer),
  },
  'GET /catalog-position': {
    access: 'learner',
    summary: 'The catalogue in the school’s order, 6 a page unless told otherwise; of a category or kind, if wanted',
    isPaged: true,
    query: Type.Object({
      page: Type.Optional(PageNumber),
      perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 6 })),
      category_id: Type.Optional(Category),
      type: Type.Optional(oneOf(serviceTypes)),
    }),
    answer: Type.Array(CatalogPosition),
  },
  'POST /v2/catalog-position/:id/add-to-subscription': {
    access: 'learner',
    summary:
      'Orders what a position sells and charges it to what the caller’s active subscription is charged to; sent again with its Idempotency-Key it is one order',
    limit: { requests: 200, seconds: 60 },
    isForOwnerOnly: true,
    query: Type.Object({
      total: Type.Optional(Type.Integer({ minimum: 0, description: 'What was shown; refused if it is another now' })),
      currency: Type.Optional(CurrencyCode),
    }),
    answer: Order,
    refusals: [
      'subscription_needed',
      'selling_closed',
      'already_owned',
      'price_changed',
      'not_sold_in_currency',
      'no_instalments',
      'no_place_left',
      'email_needed',
      'order_not_payable',
      'method_gone',
      'provider_silent',
    ],
  },
  'GET /studio/catalog-positions': {
    access,
    summary: 'All positions of the catalogue in their order, also hidden ones',
    answer: Type.Array(ShopPosition),
  },
  'GET /studio/catalog-positions/:id': {
    access,
    summary: 'A position with all that can be changed',
    answer: EditedPosition,
  },
  'POST /studio/catalog-positions': {
    access,
    summary: 'Adds a position at the end, hidden until it is shown; sent again with its Idempotency-Key it stays one',
    body: PositionFields,
    answer: Type.Object({ id: Id }),
    refusals: positionRefusals,
  },
  'PUT /studio/catalog-positions/:id': {
    access,
    summary: 'Changes a position',
    body: Type.Object({ ...PositionFields.properties, revision: Revision }),
    answer: Type.Object({ revision: Type.Integer() }),
    refusals: [...positionRefusals, 'changed_meanwhile'],
  },
  'PUT /studio/catalog-positions/:id/state': {
    access,
    summary: 'Shows a position to learners or hides it',
    body: State,
    answer: State,
  },
  'PUT /studio/catalog-positions/:id/place': {
    access,
    summary: 'Moves a position to stand after another; null for the first place',
    body: Type.Object({ after: Type.Union([Id, Type.Null()]) }),
    answer: Type.Object({}),
  },
  'DELETE /studio/catalog-positions/:id': {
    access,
    summary: 'Takes a position out of the catalogue; what it sells stays for sale',
    answer: Type.Object({}),
  },
} as const
