import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Handlers } from '#server/platform/http/routes.ts'
import type { catalogueCalls } from '#shared/features/billing/catalogue/catalogue-calls.ts'
import type { CatalogPositionWire, CourseOfferWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import type { billing } from '#shared/features/billing/contract.ts'
import { offerKindOf } from '#shared/features/billing/selling/offer-kinds.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import { configIn } from '#shared/features/brands/rules.ts'
import { localDate } from '#shared/platform/times.ts'
import { serviceWire } from '../orders/offers.ts'
import type { BillingContext } from '../orders/place-order.ts'
import type { Paying } from '../payments/ask-attempt.ts'
import { addToSubscription } from './add-to-subscription.ts'
import { countPositions, listPositions, type PositionRow } from './position-queries.ts'
import {
  addPosition,
  changePosition,
  changePositionState,
  movePosition,
  readPosition,
  readShopPositions,
  removePosition,
} from './positions.ts'
import { expandedServices, isAvailable, listSold, picturesOf, titlesOf } from './sold-services.ts'

type Selling = BillingContext<'GET /course-services'> | BillingContext<'GET /course-services/view'>

const soldTo = ({ now, user, caller }: Pick<Selling, 'now' | 'user' | 'caller'>) => ({
  brandId: caller.brandId,
  userId: user?.userId ?? 0,
  today: localDate(now, user?.timezone ?? 'UTC'),
})
const everything = { kind: null, courseId: null }

/** All that the school sells, as the caller may buy it. */
export async function readServices(context: BillingContext<'GET /course-services'>) {
  const { db, asked, caller } = context
  return expandedServices(db, await listSold(db, { ...soldTo(context), ...everything }), {
    asked,
    language: caller.language,
  })
}

/** One thing that the school sells. */
export async function readService(context: BillingContext<'GET /course-services/view'>) {
  const { db, asked, caller, query, refuse } = context
  const all = await listSold(db, { ...soldTo(context), ...everything })
  const own = all.filter(({ id }) => id === query.id)
  const [service] = await expandedServices(db, own, { asked, language: caller.language, all })
  return service ?? refuse('not_found')
}

/** What the caller may buy now for a reason; nothing of a course that is theirs already. */
function readOffers(brands: Brands) {
  return async (context: BillingContext<'GET /course-offer/find'>): Promise<CourseOfferWire[]> => {
    const { db, query, caller } = context
    const numbers = configIn(brandById(brands, caller.brandId), caller.appType).offerType
    const relation = query.courseOfferRelationTypeId ?? numbers.default
    const kind = offerKindOf(numbers, relation)
    if (kind === undefined) return []
    const rows = await listSold(db, { ...soldTo(context), kind, courseId: query.courseId ?? null })
    const owned = new Set(rows.filter(({ isOwned }) => isOwned).map(({ courseId }) => courseId))
    const isOffered = (courseId: number | null) => kind === 'functional' || !owned.has(courseId)
    return rows
      .filter(row => isOffered(row.courseId) && !row.isOwned && isAvailable(row))
      .map(row => ({
        id: row.id,
        ...textsOf(row.texts, caller.language),
        course_service: row.id,
        course_offer_relation_type_id: relation,
        images_files: picturesOf(row),
        service: serviceWire(row, caller.language),
      }))
  }
}

async function readCatalogue(context: BillingContext<'GET /catalog-position'>): Promise<CatalogPositionWire[]> {
  const { db, query, caller, setPage } = context
  const { page = 1, perPage = 6 } = query
  const { userId, today } = soldTo(context)
  const wanted = { brandId: caller.brandId, categoryId: query.category_id ?? null, type: query.type ?? null }
  const rows = await listPositions(db, { ...wanted, userId, today, limit: perPage, offset: (page - 1) * perPage })
  const total = rows[0]?.total ?? (page > 1 ? ((await countPositions(db, wanted))?.total ?? 0) : 0)
  setPage({ page, perPage, total })
  const titles = await titlesOf(db, rows, caller.language)
  return rows.map(row => positionWire(row, titles, caller.language))
}

function positionWire(
  row: PositionRow,
  titles: ReadonlyMap<number, string>,
  language: BillingContext<'GET /catalog-position'>['caller']['language'],
): CatalogPositionWire {
  const { isOwned, courseId } = row
  const canBuy = !isOwned && isAvailable(row)
  return {
    id: row.positionId,
    ...textsOf(row.positionTexts, language),
    category_id: row.categoryId,
    sort: row.sort,
    image: picturesOf(row)[0] ?? null,
    course_id: courseId,
    course_title: courseId === null ? null : (titles.get(courseId) ?? null),
    service: serviceWire(row, language),
    is_owned: isOwned,
    is_available: isAvailable(row),
    can_add_to_subscription: canBuy && row.hasSubscription && row.accountId !== null && row.type !== 'course_demo',
  }
}

/** The calls of offers and the catalogue, and of those who keep it. */
export function catalogueHandlers(
  paying: Paying,
  brands: Brands,
): Pick<Handlers<typeof billing>, keyof typeof catalogueCalls> {
  return {
    'GET /course-offer/find': readOffers(brands),
    'GET /catalog-position': readCatalogue,
    'POST /v2/catalog-position/:id/add-to-subscription': addToSubscription(paying),
    'GET /studio/catalog-positions': readShopPositions,
    'GET /studio/catalog-positions/:id': readPosition,
    'POST /studio/catalog-positions': addPosition(brands),
    'PUT /studio/catalog-positions/:id': changePosition(brands),
    'PUT /studio/catalog-positions/:id/state': changePositionState,
    'PUT /studio/catalog-positions/:id/place': movePosition,
    'DELETE /studio/catalog-positions/:id': removePosition,
  }
}
