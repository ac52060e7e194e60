import { expect, test } from 'vitest'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import { shippedBrand, shippedBrands } from '#shared/features/brands/testing/shipped-brands.ts'
import { fieldOf, schoolOverride } from './rules.ts'

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

test('a school of its own name has it in every language, and neither the title nor the footer of the brand before', () => {
  const { site } = schoolOverride(shippedBrand('kurso'), answers)
  expect(site).toMatchObject({ name: 'Yoga', title: { en: 'Yoga', ru: 'Yoga', es: 'Yoga' }, footers: [] })
})

test('addresses that nobody reads give way to that of the administrator', () => {
  const shipped = shippedBrand('kurso')
  const said = (email: string) => {
    const { site, config } = schoolOverride(
      { ...shipped, site: { ...shipped.site, supportEmail: email }, config: { ...shipped.config, saleEmail: email } },
      answers,
    )
    return [site.supportEmail, config.saleEmail]
  }
  const ours = [answers.email, answers.email]
  for (const email of ['help@example.com', 'help@EXAMPLE.org', 'help@mail.example.net', 'help@school.example'])
    expect([email, said(email)]).toEqual([email, ours])
  for (const email of ['help@myexample.com', 'help@example.com.es', 'help@example.es', 'help@examples.com'])
    expect([email, said(email)]).toEqual([email, [undefined, undefined]])
})

test('a language that the school does not speak is forced on nobody', () => {
  const shipped = shippedBrand('kurso')
  const forced = (code: 'es' | 'ru' | null) => {
    const brand = {
      ...shipped,
      site: { ...shipped.site, forcedLanguage: code },
      mobileApp: { ...shipped.mobileApp, forcedLanguage: code },
    }
    const { site, mobileApp } = schoolOverride(brand, answers)
    return [site.forcedLanguage, mobileApp.forcedLanguage]
  }
  expect([forced('es'), forced('ru'), forced(null)]).toEqual([
    ['es', 'es'],
    [null, null],
    [null, null],
  ])
})

test.each([
  ['site.name', 'school_name'],
  ['site.title.ru', 'school_name'],
  ['site.languages', 'languages'],
  ['site.defaultLanguage', 'default_language'],
  ['site.supportEmail', 'email'],
  ['config.saleEmail', 'email'],
  ['site.names', 'site.names'],
  ['config.title', 'config.title'],
])('what is wrong at %s of a brand is said at %s of the form', (place, field) => expect(fieldOf(place)).toBe(field))
