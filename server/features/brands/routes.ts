import { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import { routes } from '#server/platform/http/routes.ts'
import { brands as contract } from '#shared/features/brands/contract.ts'
import { applicationConfigOf, siteConfigurationOf } from '#shared/features/brands/rules.ts'
import { type Brands, brandByHost, brandById } from './load-brands.ts'

/** The configurations are the same for everyone who asks alike, so they are serialised once. */
export function brandRoutes(brands: Brands, pushPublicKey: string) {
  const answers = new Map<string, CachedAnswer>()
  const remembered = (key: string, make: () => unknown) => {
    const answer = answers.get(key) ?? new CachedAnswer(make())
    answers.set(key, answer)
    return answer
  }
  return routes(contract, {
    'GET /site-configuration': ({ caller }) => {
      const brand = brandByHost(brands, caller.host)
      return remembered(`site ${brand.id} ${caller.language} ${caller.appType}`, () =>
        siteConfigurationOf(brand, { ...caller, pushPublicKey }),
      )
    },
    'GET /external-application-config': ({ caller }) =>
      remembered(`config ${caller.brandId} ${caller.language} ${caller.appType}`, () => ({
        data: { config: applicationConfigOf(brandById(brands, caller.brandId), caller) },
      })),
  })
}
