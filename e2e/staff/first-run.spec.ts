import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asBuilt, type ChildServer, startChildServer } from '#server/app/testing/child-server.ts'
import { faultsOf } from '../axe-faults.ts'
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

test('the link that an empty school prints names it, lets in its first administrator, and then no one', async ({
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
  await page.getByRole('combobox', { name: en('setup.timezone'), exact: true }).selectOption('Europe/Madrid')
  await page.reload()
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

  const stranger = await browser.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('alert')).toContainText(/administrator|administrador/)
  await stranger.getByRole('link').click()
  await expect(stranger).toHaveURL(/\/admin\/login/)
  await expect(stranger).toHaveTitle(/Two weeks of yoga/)
  await stranger.close()
})
