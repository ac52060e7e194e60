import { expect, test } from 'vitest'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import { shippedBrand, shippedBrands } from '#shared/features/brands/testing/shipped-brands.ts'
import { schoolOverride } from './rules.ts'

const answers = { name: 'Yoga', languages: ['es'], defaultLanguage: 'es', email: 'ines@yoga-school.es' } as const

test('every brand fits what the first administrator says, whatever language alone the school speaks', () => {
  for (const brand of shippedBrands())
    for (const language of ['en', 'ru', 'es'] as const) {
      const override = schoolOverride(brand, { ...answers, languages: [language], defaultLanguage: language })
      const merged = {
        ...brand,
        site: { ...brand.site, ...override.site },
        config: { ...brand.config, ...override.config },
        mobileApp: { ...brand.mobileApp, ...override.mobileApp },
      }
      expect(checkBrand(merged)).toEqual({ brand: merged })
    }
})

test('a brand file with a name and addresses of its own keeps its title, footer and addresses', () => {
  const shipped = shippedBrand('kurso')
  const site = { ...shipped.site, name: 'Yoga', supportEmail: 'help@yoga-school.es' }
  const config = { ...shipped.config, saleEmail: 'shop@yoga-school.es' }
  const { site: changed, config: changedConfig } = schoolOverride({ ...shipped, site, config }, answers)
  expect(Object.keys(changed)).toEqual(['languages', 'defaultLanguage', 'forcedLanguage'])
  expect(changedConfig).toEqual({})
})
