import { e2ePort } from '../school/server-place.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const addressOf = (brand: string) => `http://${brand}.localhost:${e2ePort}`

test('the page of all sections has everything that the menus and the settings lead to, each once, and leads there [RTE-18]', async ({
  page,
  context,
  isMobile,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  const shell = shellPage(page, en)
  const main = page.getByRole('main')
  const listed = await shell.places.getByRole('link').allInnerTexts()
  await shell.settings.click()
  await shell.menu.waitFor()
  listed.push(...(await shell.items()).filter(name => name !== en('navigation.title')))
  await page.keyboard.press('Escape')
  if (isMobile) {
    await shell.profile.click()
    await shell.menu.waitFor()
    listed.push(...(await shell.items()))
    await page.keyboard.press('Escape')
  }
  await page.goto('/user/settings')
  await shell.heading.waitFor()
  const settings = await main
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  expect(settings).toContain('/user/downloads')

  await shell.settings.click()
  await shell.item(en('navigation.title')).click()
  await expect(shell.heading).toHaveText(en('navigation.title'))
  const entries = main.getByRole('navigation').locator('a, button')
  const addresses = await entries.evaluateAll(all => all.flatMap(one => one.getAttribute('href') ?? []))
  expect(listed.length).toBeGreaterThan(10)
  for (const name of listed) await expect(entries.filter({ hasText: name }).first(), name).toBeVisible()
  expect(addresses).toEqual(expect.arrayContaining([...settings, '/notifications', '/events', '/banners', '/support']))
  expect(addresses).toHaveLength(new Set(addresses).size)
  expect(addresses).not.toContain('/navigation')

  await main
    .getByRole('navigation')
    .getByRole('button', { name: en('shell.menu.preferences') })
    .press('Enter')
  await expect(page.getByRole('dialog', { name: en('shell.menu.preferences') })).toBeVisible()
  await page.keyboard.press('Escape')
  await main.locator('a[href="/user/downloads"]').click()
  await page.waitForURL('**/user/downloads')
  await expect(shell.heading).toHaveText(en('shell.title.downloads'))
})

for (const { brand, without, has } of [
  { brand: 'takeclass', without: '/banners', has: '/videoconsultations' },
  { brand: 'mind', without: '/videoconsultations', has: '/banners' },
])
  test(`what ${brand} has switched off is not on its page of all sections, and what it has is [RTE-18]`, {
    tag: '@once',
  }, async ({ page, context }) => {
    await context.addCookies([{ name: 'locale', value: 'en', url: addressOf(brand) }])
    await signInByCookie(context, (await newMember(brand)).id, addressOf(brand))
    await page.goto(`${addressOf(brand)}/navigation`)
    const places = page.getByRole('main').getByRole('navigation')
    await expect(places.locator(`a[href="${has}"]`)).toBeVisible()
    await expect(places.locator(`a[href="${without}"]`)).toHaveCount(0)
  })

test('the guides of a school stand among the help, and open over the page [RTE-18]', { tag: '@once' }, async ({
  page,
  context,
}) => {
  const face = addressOf('face')
  await context.addCookies([{ name: 'locale', value: 'en', url: face }])
  await signInByCookie(context, (await newMember('face')).id, face)
  await page.goto(`${face}/navigation`)
  const help = page.getByRole('navigation', { name: en('navigation.help') })
  await help.getByRole('button', { name: en('shell.menu.manual') }).click()
  await expect(page.getByRole('dialog', { name: en('shell.menu.manual') })).toBeVisible()
})

test('a school’s own words about cookies stand among its documents [RTE-18]', { tag: '@once' }, async ({
  page,
  context,
}) => {
  const iqface = addressOf('iqface')
  await context.addCookies([{ name: 'locale', value: 'en', url: iqface }])
  await signInByCookie(context, (await newMember('iqface')).id, iqface)
  await page.goto(`${iqface}/navigation`)
  const help = page.getByRole('navigation', { name: en('navigation.help') })
  await expect(help.getByRole('link', { name: en('consent.policy') })).toHaveAttribute('href', '/brands/iqface.svg')
})
