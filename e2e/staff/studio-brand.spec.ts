import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { e2ePort } from '../school/server-place.ts'
import { overflow } from '../pages/shell-page.ts'
import { signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')
/** A brand no other walk uses. */
const origin = `http://takeclass.localhost:${e2ePort}`

/** The preview runs no scripts, not even those Playwright injects into every frame. */
const sandboxed = /Blocked script execution in 'about:blank'/

async function newAdmin(): Promise<number> {
  const { id } = await newMember('takeclass')
  await withDatabase(client => client.query(`update users set role = 'admin' where id = $1`, [id]))
  return id
}

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-accent').trim())

/** Reloads until the page has the accent: the version stored for bad networks is shown once more, then the new one. */
async function lookAgain(page: Page, accent: string): Promise<void> {
  const look = async () => {
    await page.reload()
    return accentOf(page)
  }
  await expect.poll(look, { intervals: [500] }).toBe(accent)
}

test('a brand is edited with a preview, refused if unreadable, applied at once and reset [STF-10] [BRD-09]', async ({
  page,
  context,
  browser,
  noise,
}) => {
  noise.expect(/409/)
  noise.expect(/422/)
  noise.expect(sandboxed)
  await signInToStudio(context, await newAdmin())
  const visitors = await browser.newContext()
  const visitor = await visitors.newPage()
  await visitor.goto(`${origin}/?lang=en`)
  const accent = await accentOf(visitor)

  await page.goto(`${origin}/admin/brand`)
  const colour = page.getByRole('textbox', { name: en('brand.field.site.theme.accent'), exact: true })
  await expect(colour).toHaveValue(accent)
  const light = page.frameLocator(`iframe[title$="${en('brand.preview.light')}"]`)
  const start = light.getByText(en('brand.preview.start'), { exact: true })
  const shownIn = () => start.evaluate(node => getComputedStyle(node.closest('button') ?? node).backgroundColor)
  const before = await shownIn()
  expect(await faultsOf(page)).toEqual([])

  await colour.fill('#ffd84d')
  await expect.poll(shownIn, 'the sample follows at once').not.toBe(before)
  await expect(colour).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: en('brand.save') }).click()
  await expect(page.getByText(en('brand.invalid'))).toBeVisible()
  expect(await accentOf(visitor)).toBe(accent)

  await colour.fill('#0b5cad')
  await expect(colour).not.toHaveAttribute('aria-invalid')
  await page.getByRole('tab', { name: new RegExp(en('brand.group.texts')) }).click()
  const titles = page.getByRole('group', { name: en('brand.field.site.title') })
  for (const code of ['en', 'ru', 'es'] as const)
    await titles.getByLabel(en(`brand.language.${code}`)).fill(`Retitled ${code}`)
  await page.getByRole('tab', { name: new RegExp(en('brand.group.onboarding')) }).click()
  // The choices of a question can be moved, too; the questions come first.
  await page
    .getByRole('button', { name: en('brand.list.down', { number: 1 }) })
    .first()
    .click()
  await expect(page.getByText(en('brand.unsaved', { count: 3 }))).toBeVisible()
  await page.getByRole('link', { name: en('shell.audit') }).click()
  await page.getByRole('link', { name: en('brand.title') }).click()
  await expect(page.getByText(en('brand.unsaved', { count: 3 })), 'another section forgets nothing').toBeVisible()
  await page.getByRole('button', { name: en('brand.save') }).click()
  await expect(page.getByText(en('brand.saved'))).toBeVisible()
  await lookAgain(visitor, '#0b5cad')

  const colleague = await browser.newContext()
  await signInToStudio(colleague, await newAdmin())
  const other = await colleague.newPage()
  await other.goto(`${origin}/admin/brand`)
  await other.getByLabel(en('brand.field.site.name'), { exact: true }).fill('Theirs')
  await other.getByRole('button', { name: en('brand.save') }).click()
  await expect(other.getByText(en('brand.saved'))).toBeVisible()
  await colleague.close()
  await page.getByRole('button', { name: en('brand.reset', { field: en('brand.field.site.theme.accent') }) }).click()
  await page.getByRole('button', { name: en('brand.save') }).click()
  await expect(page.getByText(en('brand.conflict'))).toBeVisible()
  await expect(page.getByLabel(en('brand.field.site.name'), { exact: true })).toHaveValue('Theirs')
  await page
    .getByRole('button', { name: en('brand.reset', { field: en('brand.field.site.name') }), exact: true })
    .click()
  for (const [part, field] of [
    ['texts', 'site.title'],
    ['onboarding', 'config.userInfoChat'],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(en(`brand.group.${part}`)) }).click()
    await page
      .getByRole('button', { name: en('brand.reset', { field: en(`brand.field.${field}`) }), exact: true })
      .click()
  }
  await page.getByRole('button', { name: en('brand.save') }).click()
  await expect(page.getByText(en('brand.nothing'))).toBeVisible()
  await lookAgain(visitor, accent)
  await visitors.close()
})

test('every part of the editor is accessible, on a phone too [STF-10]', async ({ page, context, noise }) => {
  noise.expect(sandboxed)
  await signInToStudio(context, await newAdmin())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${origin}/admin/brand`)
  for (const part of [
    'look',
    'texts',
    'switches',
    'onboarding',
    'catalogue',
    'links',
    'limits',
    'services',
    'mobile',
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(en(`brand.group.${part}`)) }).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    expect([part, await faultsOf(page)]).toEqual([part, []])
    expect([part, await overflow(page)]).toEqual([part, 0])
  }
})
