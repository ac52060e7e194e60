import { newLearner } from '../school/people.ts'
import { e2ePort } from '../school/server-place.ts'
import { newMember, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { toldBy } from '../pages/told-events.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const face = `http://face.localhost:${e2ePort}`

type Title =
  | 'home'
  | 'courses'
  | 'homeworks'
  | 'chats'
  | 'videoConsultations'
  | 'catalog'
  | 'support'
  | 'userEdit'
  | 'userSettings'
  | 'points'
  | 'socialNetworks'
  | 'join'

test('the menus: sections, the general menu, one’s own things, appearance, exit [MNU-01] [MNU-02] [MNU-03] [SHL-01]', async ({
  page,
  context,
  speak,
  isMobile,
}) => {
  await speak('ru')
  const t = texts('ru')
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  const shell = shellPage(page, t)
  const titled = (...names: Title[]) => names.map(name => t(`shell.title.${name}`))
  await expect(shell.places.getByRole('link')).toHaveText(titled('home', 'courses', 'homeworks', 'chats', 'catalog'))
  const help = [...titled('videoConsultations', 'support'), t('accounts.title.subscriptions')]
  const own = [...titled('userEdit', 'userSettings', 'join', 'points', 'socialNetworks')]
  const last = [t('shell.menu.preferences'), t('shell.menu.exit')]
  const dropdown = [...help, ...own, t('navigation.title'), ...last]
  await shell.settings.click()
  await expect.poll(shell.items).toEqual(isMobile ? [...titled('home', 'homeworks', 'chats'), ...dropdown] : dropdown)
  await page.keyboard.press('Escape')
  if (!isMobile) return
  await shell.profile.click()
  const profile = titled(
    'userEdit',
    'socialNetworks',
    'userSettings',
    'videoConsultations',
    'support',
    'catalog',
    'join',
  )
  await expect.poll(shell.items).toEqual([...profile, ...last, t('accounts.title.delete')])
})

test('links to a manual and instructions appear only where the brand has them, and open over the page [MNU-02] [MNU-04] [BRD-05] [SHL-01] [SHL-06]', {
  tag: '@once',
}, async ({ page, context }) => {
  await context.addCookies([{ name: 'locale', value: 'en', url: face }])
  await signInByCookie(context, (await newMember('face')).id, face)
  await page.goto(`${face}/home`)
  const shell = shellPage(page, en)
  await shell.settings.click()
  await expect.poll(shell.items).toContain(en('shell.menu.instruction'))
  await shell.item(en('shell.menu.manual')).click()
  const dialog = page.getByRole('dialog', { name: en('shell.menu.manual') })
  await expect(dialog.locator('iframe')).toHaveAttribute('src', `${face}/brands/face.svg`)
  const box = await dialog.boundingBox()
  const size = page.viewportSize()
  expect(box?.width).toBeGreaterThan((size?.width ?? 0) * 0.9)
  expect(box?.height).toBeGreaterThan((size?.height ?? 0) * 0.9)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(shell.settings).toBeFocused()
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' })
  test('a document opens in a new window [SHL-06]', async ({ page, context }) => {
    await context.addCookies([{ name: 'locale', value: 'en', url: face }])
    await signInByCookie(context, (await newMember('face')).id, face)
    await page.goto(`${face}/home`)
    const shell = shellPage(page, en)
    await shell.settings.click()
    const opened = context.waitForEvent('page')
    await shell.item(en('shell.menu.manual')).click()
    const window = await opened
    await window.waitForURL(`${face}/brands/face.svg`)
    expect(await window.evaluate(() => opener === null)).toBe(true)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a menu by keyboard: arrows, Home, End, first letters, Escape and Tab; the focus returns [MNU-01] [SHL-12]', async ({
  page,
  context,
}) => {
  const { streamId } = await newLearner().then(async person => {
    await signInByCookie(context, person.id)
    return person
  })
  await page.goto(`/course/${streamId}/materials`)
  const shell = shellPage(page, en)
  await shell.heading.waitFor()
  await shell.settings.focus()
  await page.keyboard.press('ArrowDown')
  await expect(shell.menu).toBeVisible()
  await expect(shell.settings).toHaveAttribute('aria-expanded', 'true')
  const items = shell.menu.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('l')
  await expect(shell.item(en('shell.menu.preferences'))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(shell.menu).toHaveCount(0)
  await expect(shell.settings).toBeFocused()
  await expect(shell.settings).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/points')
  await expect(shell.heading).toBeFocused()
})

test('each opening and closing of the burger menu is reported with the platform [MNU-05] [ANL-01]', async ({
  page,
  context,
  isMobile,
}) => {
  await signInByCookie(context, (await newMember('kurso')).id)
  const told = await toldBy(page, 'open_burger', 'close_burger')
  await page.goto('/home')
  const shell = shellPage(page, en)
  await shell.settings.click()
  await shell.menu.waitFor()
  await page.keyboard.press('Escape')
  await shell.settings.click()
  await shell.menu.waitFor()
  await page.mouse.click(5, 300)
  await expect(shell.menu).toHaveCount(0)
  const both = (projectPlatform: string) => ['open_burger', 'close_burger'].map(name => ({ name, projectPlatform }))
  await expect.poll(told).toEqual(isMobile ? [...both('web'), ...both('web')] : [])
  // Within one moment, as when a press hits twice.
  await shell.settings.evaluate((button: HTMLButtonElement) => {
    const menu = button.popoverTargetElement as HTMLElement
    menu.showPopover()
    menu.hidePopover()
  })
  await expect.poll(told).toEqual(isMobile ? [...both('web'), ...both('web'), ...both('web')] : [])

  await page.goto('/home?appType=mobile')
  await shell.settings.click()
  await shell.menu.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(told).toEqual(isMobile ? both('mobile') : [])
})
