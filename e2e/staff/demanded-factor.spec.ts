import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { asBuilt, type ChildServer, startChildServer } from '#server/app/testing/child-server.ts'
import { shownCode } from '#server/app/testing/second-factor.ts'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')
const password = 'mangos under the bridge'

let dataDir: string
let school: ChildServer
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurso-demanded-factor-'))
  await chmod(dataDir, 0o711)
  school = await startChildServer(dataDir, { REQUIRE_SECOND_FACTOR: 'on' }, asBuilt)
})
test.afterAll(async () => {
  await school.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The link in the only e-mail with such an address. */
async function mailedLink(pattern: RegExp): Promise<string> {
  let link = ''
  const look = async () => {
    const folder = join(dataDir, 'outbox')
    for (const name of await readdir(folder).catch(() => [])) {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
      link = pattern.exec(text)?.[0] ?? link
    }
    return link
  }
  await expect.poll(look).not.toBe('')
  return link
}

/** Sets up the second factor that the school demands, as the dialog says. */
async function setUpFactor(page: Page) {
  const dialog = page.getByRole('dialog', { name: en('accounts.factor.title'), exact: true })
  await dialog.locator('code').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel(en('accounts.code.label'), { exact: true }).fill(shownCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: en('accounts.recoveryCodes.done') }).click()
}

async function openSchool(page: Page) {
  await page.goto(/http\S+\/admin\/setup\?code=\S+/.exec(school.said())?.[0] ?? '')
  await page.getByLabel(en('setup.schoolName')).fill('Yoga')
  await page.getByLabel(en('setup.firstName')).fill('Inés')
  await page.getByLabel(en('setup.email'), { exact: true }).fill('ines@yoga-school.es')
  await page.getByLabel(en('setup.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await setUpFactor(page)
}

async function inviteExpert(page: Page) {
  await page.goto(`${school.url}/admin/users`)
  await page.getByRole('button', { name: en('people.add') }).click()
  const form = page.getByRole('dialog', { name: en('people.add') })
  await form.getByLabel(en('people.form.firstName')).fill('Elena')
  await form.getByRole('textbox', { name: en('people.form.email'), exact: true }).fill('elena@yoga-school.es')
  await form.getByLabel(en('people.form.role')).selectOption('expert')
  await form.getByRole('button', { name: en('people.add.submit.noMail') }).click()
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
}

test('an invited expert sees nothing before a second factor is set up, again once an administrator turned it off', async ({
  page,
  browser,
  noise,
}) => {
  noise.expect(/403|409/)
  await openSchool(page)
  await inviteExpert(page)

  const expert = await (await browser.newContext()).newPage()
  const link = await mailedLink(/http\S+\/admin\/invitation\?token=[\w-]+/)
  await expert.goto(link)
  const role = en('people.role.expert')
  await expect(expert.getByText(en('people.invitation.text', { inviter: 'Inés', school: 'Yoga', role }))).toBeVisible()
  expect(await faultsOf(expert)).toEqual([])
  await expert.getByLabel(en('people.invitation.password'), { exact: true }).fill(password)
  await expert.getByLabel(en('people.invitation.repeat')).fill(password)
  await expert.keyboard.press('Enter')
  await setUpFactor(expert)
  await expect(headingOf(expert)).toBeVisible()
  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(late.getByRole('alert')).toContainText(en('people.invitation.over'))

  await page.reload()
  await page.getByRole('button', { name: en('people.act.secondFactor') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('people.act.secondFactor') })
    .click()
  await expect(page.getByText(en('people.facts.factor.off'), { exact: true })).toBeVisible()
  await expert.reload()
  await setUpFactor(expert)
  await expect(headingOf(expert)).toBeVisible()
})
