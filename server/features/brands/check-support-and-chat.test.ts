import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { checkBrand } from '#shared/features/brands/check-brand.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { loadBrands } from './load-brands.ts'

let shipped: readonly Brand[] = []

beforeAll(async () => {
  shipped = (await loadBrands(join(projectRoot, 'brands'))).list
})

/** What is wrong with a shipped brand after a change. */
function problemsAfter(change: (brand: Brand) => void) {
  const brand = structuredClone(shipped[0]) as Brand
  change(brand)
  const checked = checkBrand(brand)
  return 'problems' in checked ? checked.problems : []
}

test('each shipped brand has support topics, including those the app asks about [SUP-01]', () => {
  for (const { supportCategoryList, config } of shipped) {
    const byId = new Map(supportCategoryList.map(one => [one.id, one]))
    for (const id of Object.values(config.supportCategories)) expect(byId.get(id)?.target).toBe('user_course')
  }
  expect(problemsAfter(({ config }) => (config.supportCategories.renewCourse = 99))).toEqual([
    { place: 'config.supportCategories.renewCourse', reason: 'is 99, which supportCategoryList does not have' },
  ])
  const [first] = shipped[0]?.supportCategoryList ?? []
  expect(problemsAfter(brand => first && brand.supportCategoryList.push(first)).map(({ place }) => place)).toEqual([
    'supportCategoryList[6]',
  ])
})

test('the registration chat asks only what an account can keep, as far as it can tell [ONB-01, ONB-03]', () => {
  const wrong = problemsAfter(({ config }) => {
    const [name, ...rest] = config.userInfoChat
    if (name) config.userInfoChat = [{ ...name, name: 'company', userStatus: 25 }, ...rest]
  })
  expect(wrong).toEqual([
    { place: 'config.userInfoChat[0].name', reason: 'is company, which no profile has' },
    { place: 'config.userInfoChat[0].userStatus', reason: 'is 25, not one of 20, 30, 40' },
  ])
})

test('one shipped brand generates the password [ONB-05]', () => {
  const merged = shipped.filter(({ config }) => config.userInfoChat.some(one => one.withGeneratedPassword))
  expect(merged.map(({ id }) => id)).toEqual(['iqface'])
  expect(merged[0]?.config.userInfoChat.some(({ type }) => type === 'password')).toBe(false)
})
