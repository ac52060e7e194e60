import { routes } from '#server/platform/http/routes.ts'
import { brands as contract } from '#shared/features/brands/contract.ts'
import { applicationConfigOf, remoteConfigOf, siteConfigurationOf } from '#shared/features/brands/rules.ts'
import { brandAnswers } from './brand-answers.ts'
import type { BrandKeeper } from './keep-brands.ts'
import { brandByHost, brandById } from './load-brands.ts'
import { changeBrand, checkChange, keepPicture, showBrand } from './studio.ts'

/** Configurations are the same for everyone with the same query, so they are serialised once. */
export function brandRoutes(keeper: BrandKeeper) {
  const { brands, site } = keeper
  const remembered = brandAnswers()
  return routes(contract, {
    'GET /site-configuration': ({ caller }) => {
      const brand = brandByHost(brands, caller.host)
      return remembered(brand, `site ${caller.language} ${caller.appType}`, () =>
        siteConfigurationOf(brand, { ...caller, ...site }),
      )
    },
    'GET /external-application-config': ({ caller }) => {
      const brand = brandById(brands, caller.brandId)
      return remembered(brand, `config ${caller.language} ${caller.appType}`, () => ({
        data: { config: applicationConfigOf(brand, caller) },
      }))
    },
    'GET /remote-config': ({ caller }) => {
      const brand = brandById(brands, caller.brandId)
      return remembered(brand, `remote ${caller.language}`, () => remoteConfigOf(brand, caller))
    },

    'GET /studio/brand': context => showBrand(context, keeper),
    'PUT /studio/brand': context => changeBrand(context, keeper),
    'POST /studio/brand/check': context => checkChange(context, keeper),
    'POST /studio/brand/pictures': context => keepPicture(context, keeper),
  })
}
