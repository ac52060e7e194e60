import type { BrandKeeper } from '#server/features/brands/keep-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import { setup } from '#shared/features/setup/contract.ts'
import { checkLink, setUpSchool } from './set-up-school.ts'

/** Calls of a school's first visit. */
export function setupRoutes(keeper: BrandKeeper) {
  return routes(setup, {
    'POST /setup/check': checkLink,
    'POST /setup': context => setUpSchool(context, keeper),
  })
}
