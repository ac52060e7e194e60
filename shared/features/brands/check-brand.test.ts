import { expect, test } from 'vitest'
import { checkBrand } from './check-brand.ts'
import type { Brand } from './schema.ts'
import { shippedBrand, shippedBrands } from './testing/shipped-brands.ts'

/** What is wrong with a shipped brand after a change. */
function problemsAfter(change: (brand: Brand) => void) {
  const brand = shippedBrand('kurso')
  change(brand)
  const checked = checkBrand(brand)
  return 'problems' in checked ? checked.problems.map(({ place, reason }) => ({ place, reason })) : []
}

/** The first of a list of a shipped brand. */
function first<Item>(list: readonly Item[]): Item {
  const [item] = list
  if (item === undefined) throw new Error('The list is empty')
  return item
}

test('a brand that breaks its form is told only that', () => {
  expect(
    problemsAfter(({ site }) => Object.assign(site, { name: '', theme: { ...site.theme, accent: '#ffffff' } })),
  ).toEqual([{ place: 'site.name', reason: 'must be one line of text without < and >' }])
})

test.each<[string, string, (brand: Brand) => void]>([
  [
    'site.theme.accent',
    'has a contrast of 4.47 on #ffffff, text needs 4.5',
    ({ site }) => (site.theme.accent = '#777777'),
  ],
  [
    'site.theme.accentDark',
    'has a contrast of 4.43 on #17181c, text needs 4.5',
    ({ site }) => (site.theme.accentDark = '#7f7f7f'),
  ],
  [
    'site.defaultLanguage',
    'is en, which site.languages does not offer',
    ({ site, mobileApp }) => {
      site.languages = ['ru', 'es']
      mobileApp.forcedLanguage = null
    },
  ],
  [
    'site.forcedLanguage',
    'is es, which site.languages does not offer',
    ({ site }) => {
      site.languages = ['ru', 'en']
      site.forcedLanguage = 'es'
    },
  ],
  [
    'mobileApp.forcedLanguage',
    'is es, which site.languages does not offer',
    ({ site, mobileApp }) => {
      site.languages = ['ru', 'en']
      mobileApp.forcedLanguage = 'es'
    },
  ],
  ['site.languages[3]', 'repeats ru', ({ site }) => site.languages.push('ru')],
  [
    'config.catalogue.categories[2]',
    'repeats 1',
    ({ config }) => config.catalogue.categories.push(first(config.catalogue.categories)),
  ],
  [
    'config.catalogue.products[3]',
    'repeats 1',
    ({ config }) => config.catalogue.products.push(first(config.catalogue.products)),
  ],
  [
    'config.catalogue.products[0].categoryId',
    'names no category of the catalogue',
    ({ config }) => (first(config.catalogue.products).categoryId = 9),
  ],
  [
    'supportCategoryList[6]',
    'repeats 7',
    ({ supportCategoryList }) => supportCategoryList.push(first(supportCategoryList)),
  ],
  [
    'config.supportCategories.renewCourse',
    'is 99, which supportCategoryList does not have',
    ({ config }) => (config.supportCategories.renewCourse = 99),
  ],
  [
    'config.userInfoChat[0].name',
    'is company, which no profile has',
    ({ config }) => (first(config.userInfoChat).name = 'company'),
  ],
  [
    'config.userInfoChat[0].userStatus',
    'is 25, not one of 20, 30, 40',
    ({ config }) => (first(config.userInfoChat).userStatus = 25),
  ],
])('a brand whose %s %s is refused', (place, reason, change) => {
  expect(problemsAfter(change)).toEqual([{ place, reason }])
})

test('a question asked twice, and colours just readable', () => {
  expect(problemsAfter(({ config }) => config.userInfoChat.push(first(config.userInfoChat)))).toEqual([
    { place: expect.stringMatching(/^config\.userInfoChat\[\d+\]$/), reason: 'repeats firstName' },
  ])
  expect(problemsAfter(({ site }) => Object.assign(site.theme, { accent: '#767676', accentDark: '#818181' }))).toEqual(
    [],
  )
})

test('each shipped brand has support topics, including those the app asks about [SUP-01]', () => {
  for (const { supportCategoryList, config } of shippedBrands()) {
    const byId = new Map(supportCategoryList.map(one => [one.id, one]))
    for (const id of Object.values(config.supportCategories)) expect(byId.get(id)?.target).toBe('user_course')
  }
})

test('the registration chat asks only what an account can keep, and reports only the steps it knows [ONB-01, ONB-03]', () => {
  for (const name of ['firstName', 'lastName', 'city'])
    expect(problemsAfter(({ config }) => (config.userInfoChat = [{ ...first(config.userInfoChat), name }]))).toEqual([])
  for (const userStatus of [20, 30, 40])
    expect(problemsAfter(({ config }) => (first(config.userInfoChat).userStatus = userStatus))).toEqual([])
})

test('a choice of the registration chat has at least two options, each once [ONB-01]', () => {
  const text = { en: 'Yes', ru: 'Да', es: 'Sí' }
  const problemsOf = (...values: string[]) =>
    problemsAfter(({ config }) => {
      const options = values.map(value => ({ value, text }))
      config.userInfoChat = [{ ...first(config.userInfoChat), name: 'company', type: 'choice', options }]
    })
  expect(problemsOf('yes', 'no')).toEqual([])
  expect(problemsOf('yes').map(({ place }) => place)).toEqual(['config.userInfoChat[0].options'])
  expect(problemsOf('yes', 'yes').map(({ reason }) => reason)).toEqual(['repeats yes'])
})

test('one shipped brand generates the password [ONB-05]', () => {
  const merged = shippedBrands().filter(({ config }) => config.userInfoChat.some(one => one.withGeneratedPassword))
  expect(merged.map(({ id }) => id)).toEqual(['iqface'])
  expect(merged[0]?.config.userInfoChat.some(({ type }) => type === 'password')).toBe(false)
})
