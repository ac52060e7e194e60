import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import { explore } from '#shared/features/explore/contract.ts'
import { askedPage, pagePath } from '#shared/features/explore/rules.ts'
import type { PublicPages } from './pages/public-pages.ts'

export function exploreRoutes(brands: Brands, pages: PublicPages) {
  return routes(explore, {
    'GET /public-page': async ({ caller, query, refuse }) => {
      const asked = askedPage(query.path) ?? refuse('not_found')
      const found = await pages.find(brandById(brands, caller.brandId), asked.name, asked.language ?? caller.language)
      if ('movedTo' in found) return { title: '', html: '', moved_to: pagePath(found.movedTo, asked.language) }
      if (!found.isThere) return refuse('not_found')
      return { title: found.page.title, html: found.body.text, moved_to: null }
    },
  })
}
