import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type Context, type Handlers, routes } from '#server/platform/http/routes.ts'
import { banners } from '#shared/features/banners/contract.ts'
import { positionsOf } from '#shared/features/banners/slots.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import { configIn } from '#shared/features/brands/rules.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { bannerWire, imageOf } from './banner-wire.ts'
import { addBanner, changeBanner, changeBannerState, removeBanner } from './keep-banners.ts'
import { findNewFeature, insertSeen, listBanners } from './queries.ts'
import { findBanner, listAllBanners, findBannerFigures, listDaysToChoose, listSegments } from './staff-queries.ts'

type Calls = (typeof banners)['calls']
type Asked =
  | Context<'GET /banners', Calls['GET /banners']>
  | Context<'GET /banner/new-features', Calls['GET /banner/new-features']>

/** Who asks for banners; undefined where the school has none. */
function askingIn(brands: Brands, { user, caller, now }: Asked) {
  const brand = brandById(brands, user.brandId)
  if (!configIn(brand, caller.appType).isBannerEnable) return undefined
  return {
    userId: user.userId,
    brandId: user.brandId,
    bannersFrom: brand.site.bannersFrom,
    platforms: caller.appType === 'mobile' ? (['app'] as const) : (['desktop', 'tablet', 'mobile'] as const),
    now: secondsFromMs(now),
  }
}

type Learners = 'GET /banners' | 'GET /banner/new-features' | 'PUT /banner/new-features/:id/seen'

const learnersHandlers = (brands: Brands): Pick<Handlers<typeof banners>, Learners> => ({
  'GET /banners': async context => {
    const asking = askingIn(brands, context)
    const rows = asking ? await listBanners(context.db, asking) : []
    return rows.map(row => bannerWire(row, context.caller.language, context.now))
  },

  'GET /banner/new-features': async context => {
    const asking = askingIn(brands, context)
    const found = asking && (await findNewFeature(context.db, { ...asking, position: context.query.position }))
    return found ? [bannerWire(found, context.caller.language, context.now)] : []
  },

  'PUT /banner/new-features/:id/seen': async ({ db, user, params }) => {
    const { bannersFrom } = brandById(brands, user.brandId).site
    await insertSeen(db, user.userId, params.id, [user.brandId, ...bannersFrom])
    return {}
  },
})

const staffHandlers = (brands: Brands): Omit<Handlers<typeof banners>, Learners> => ({
  'GET /studio/banners': async ({ db, user, caller }) => {
    const rows = await listAllBanners(db, user.brandId)
    return rows.map(({ texts, positionsIds, ...banner }) => ({
      ...banner,
      title: textsOf(texts, caller.language).title,
      positions: positionsOf(positionsIds),
    }))
  },

  'GET /studio/banner-choices': async ({ db, user, query, caller }) => {
    const segments = await listSegments(db, user.brandId, null)
    const days = query.course_id === undefined ? [] : await listDaysToChoose(db, query.course_id, user.brandId)
    const taking = [...brands.byId.values()].filter(
      ({ id, site }) => id === user.brandId || site.bannersFrom.includes(user.brandId),
    )
    return {
      segments: segments.map(({ id, name }) => ({ id, name })),
      applications: taking.map(({ id, site }) => ({ id, name: site.name })),
      days: days.map(({ id, number, titles }) => ({
        id,
        title: `${number}. ${titles[caller.language] ?? Object.values(titles)[0] ?? ''}`,
      })),
    }
  },

  'GET /studio/banners/:id': async ({ db, user, params, now, refuse }) => {
    const { picture, ...banner } = (await findBanner(db, params.id, user.brandId)) ?? refuse('not_found')
    return { ...banner, image: imageOf(picture, now) }
  },

  'GET /studio/banners/:id/figures': async ({ db, user, caller, params, refuse }) => {
    const { texts, days } = (await findBannerFigures(db, params.id, user.brandId)) ?? refuse('not_found')
    const sum = (counted: 'shown' | 'clicked') => days.reduce((total, day) => total + day[counted], 0)
    return { title: textsOf(texts, caller.language).title, shown: sum('shown'), clicked: sum('clicked'), days }
  },

  'POST /studio/banners': addBanner(brands),
  'PUT /studio/banners/:id': changeBanner(brands),
  'PUT /studio/banners/:id/state': changeBannerState,
  'DELETE /studio/banners/:id': removeBanner,
})

/** The calls of banners. */
export const bannerRoutes = (brands: Brands) =>
  routes(banners, { ...learnersHandlers(brands), ...staffHandlers(brands) })
