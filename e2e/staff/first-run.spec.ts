import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asBuilt, type ChildServer, startChildServer } from '#server/app/testing/child-server.ts'
import { faultsOf } from '../axe-faults.ts'
import type { Page } from '@playwright/test'
import { payWith } from '../pages/pay-page.ts'
import { overflow } from '../pages/shell-page.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

let dataDir: string
let school: ChildServer
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurso-first-run-'))
  await chmod(dataDir, 0o711)
  school = await startChildServer(dataDir, {}, asBuilt)
})
test.afterAll(async () => {
  await school.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const printedLink = (server: ChildServer) => /http\S+\/admin\/setup\?code=\S+/.exec(server.said())?.[0] ?? ''

test('the link that an empty school prints names it, lets in its first administrator, who tries a payment and a backup, and then no one [STF-22]', async ({
  page,
  browser,
  noise,
}) => {
  noise.expect(/409|422/)
  const link = printedLink(school)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: en('setup.title') })).toBeVisible()
  const name = page.getByLabel(en('setup.schoolName'))
  await page.getByRole('button', { name: en('setup.submit') }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(en('setup.schoolName.missing'))
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)

  await name.fill('Two weeks of yoga')
  await page.getByRole('checkbox', { name: 'Español' }).check()
  await page.getByRole('combobox', { name: en('setup.defaultLanguage') }).selectOption('es')
  const currency = page.getByRole('combobox', { name: en('payments.currency') })
  await page.getByRole('combobox', { name: en('setup.timezone'), exact: true }).selectOption('America/Bogota')
  await expect(currency, 'the likely one').toHaveValue('COP')
  await page.getByRole('combobox', { name: en('setup.timezone'), exact: true }).selectOption('Europe/Madrid')
  await expect(currency).toHaveValue('EUR')
  await currency.selectOption('USD')
  await page.reload()
  await expect(currency, 'what is chosen survives a reload').toHaveValue('USD')
  await currency.selectOption('EUR')
  await expect(name, 'what is typed survives a reload').toHaveValue('Two weeks of yoga')
  await page.getByLabel(en('setup.firstName')).fill('Inés')
  await page.getByLabel(en('setup.lastName')).fill('Ruiz')
  await page.getByLabel(en('setup.email'), { exact: true }).fill('ines@yoga-school')
  const password = page.getByLabel(en('setup.password'), { exact: true })
  await password.fill('inesruiz1')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(new RegExp(en('setup.password.weak')))
  await password.fill('mangos under the bridge')
  await password.press('Enter')
  await expect(page.getByLabel(en('setup.email'), { exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('.es')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/admin\/today$/)
  await expect(page.getByRole('heading', { name: en('today.steps') })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Two weeks of yoga' })).toBeVisible()
  await expect(page.getByRole('button', { name: en('shell.profile', { name: 'Inés Ruiz' }) })).toBeVisible()

  await tryPayments(page)
  await backUp(page)
  await hideSteps(page)

  const stranger = await browser.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('alert')).toContainText(/administrator|administrador/)
  await stranger.getByRole('link').click()
  await expect(stranger).toHaveURL(/\/admin\/login/)
  await expect(stranger).toHaveTitle(/Two weeks of yoga/)
  await stranger.close()
})

/** From the first steps to a charge of the sandbox that was paid, came back, was told and went back. */
async function tryPayments(page: Page) {
  const step = page.getByRole('listitem').filter({ hasText: en('today.steps.payment') })
  await expect(step).toContainText(en('today.steps.is.open'))
  await step.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/payments$/)
  await expect(page.getByText(en('payments.none'))).toBeVisible()
  await expect(page.getByRole('combobox', { name: en('payments.currency'), exact: true })).toHaveValue('EUR')
  await page.getByRole('button', { name: en('payments.choose') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('sandbox')
  await dialog.getByRole('button', { name: en('payments.sandbox.submit') }).click()
  const sure = dialog.getByRole('checkbox')
  await expect(sure).toBeFocused()
  expect(await faultsOf(page)).toEqual([])
  await sure.check()
  await dialog.getByRole('button', { name: en('payments.sandbox.submit') }).click()
  await expect(page.getByText(en('payments.sandbox.on'))).toBeVisible()
  await page.getByRole('button', { name: en('payments.test.begin', { amount: '€1' }) }).click()
  await expect(page).toHaveURL(/\/pay\/chk_/)
  await payWith(page, 'works')
  await expect(page).toHaveURL(/\/admin\/payments\?test=\d+$/)
  const arrived = page.getByRole('list', { name: en('payments.test.arrived') }).getByRole('listitem')
  for (const what of ['paid', 'returned', 'told'] as const)
    await expect(arrived.filter({ hasText: en(`payments.test.${what}`) })).toContainText(en('payments.test.is.done'))
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: en('payments.test.refund') }).click()
  await expect(arrived.filter({ hasText: en('payments.test.refunded') })).toBeVisible()
  await page.goto(new URL('/admin/today', page.url()).href)
  await expect(step).toContainText(en('today.steps.is.done'))
}

/** The last of the first steps is done once a backup is made. */
async function backUp(page: Page) {
  const step = page.getByRole('listitem').filter({ hasText: en('today.steps.backup') })
  await expect(step).toContainText(en('today.steps.is.open'))
  await step.getByRole('button', { name: en('today.backup.now') }).click()
  await expect(step).toContainText(en('today.steps.is.done'))
  expect(await faultsOf(page)).toEqual([])
}

/** An owner who cannot set a mail server reads whom to ask, and need not look at the steps for ever. */
async function hideSteps(page: Page) {
  const letter = page.getByRole('listitem').filter({ hasText: en('today.letter.folder') })
  await expect(letter).toContainText(en('today.steps.is.open'))
  await page.getByRole('button', { name: en('today.steps.hide') }).click()
  await page.reload()
  await expect(page.getByRole('list', { name: en('today.backup') })).toBeVisible()
  await expect(letter).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: en('today.steps.show') }).click()
  await expect(letter).toBeVisible()
}
