import type { Page } from '@playwright/test'
import { faultsOf } from '../axe-faults.ts'
import { shellPage, overflow } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { chatOf } from '../school/chat-people.ts'
import { newLearner } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, noNetwork, test } from '../test.ts'
import { texts } from '../texts.ts'

test.use({ serviceWorkers: 'allow' })

const en = texts('en')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: png })

/** Opens a page that the app's worker serves. */
async function openApp(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    const { serviceWorker: workers } = navigator
    await workers.ready
    if (!workers.controller) await new Promise(resolve => workers.addEventListener('controllerchange', resolve))
  })
}

/** Shares as a phone's gallery does: a form that the device posts to the installed app. */
async function share(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data', id: 'gallery' })
    form.innerHTML = '<input type="file" name="files" multiple aria-label="gallery">'
    document.body.append(form)
  })
  await page.locator('#gallery input').setInputFiles(files)
  await page.evaluate(() => (document.getElementById('gallery') as HTMLFormElement).submit())
  await page.waitForURL(url => url.pathname !== '/home' || url.search !== '')
}

const addTo = (page: Page, title: string) => page.getByRole('button', { name: en('share.to', { title }), exact: true })

test('a photo that is shared goes into a homework that is open; what cannot be sent is named with its reason', async ({
  page,
  context,
}) => {
  const learner = await newLearner({ daysIn: 2 })
  await signInByCookie(context, learner.id)
  await openApp(page, '/home')
  await share(page, [
    photo('garden.png'),
    { name: 'bill.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 …') },
  ])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('share.title'))
  const files = page.getByRole('list', { name: en('share.files') })
  await expect(files.getByRole('listitem').filter({ hasText: 'bill.png' })).toContainText(en('media.failure.type'))
  await expect(files.getByRole('listitem').filter({ hasText: 'garden.png' })).not.toContainText(
    en('media.failure.type'),
  )
  const first = page
    .getByRole('region', { name: en('share.homework') })
    .getByRole('button')
    .first()
  await expect(first).toBeEnabled()
  await page.screenshot({ path: 'artifacts/install/share.png', fullPage: true })
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await first.click()
  await page.waitForURL(/\/homework\/\d+\/\d+$/)
  await expect(page.getByRole('list', { name: en('media.upload.list') })).toContainText('garden.png')
  // It is in its place: nothing waits any more.
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: en('share.empty') })).toBeVisible()
})

test('whoever shares signed out signs in first, and nothing is lost', async ({ page }) => {
  const learner = await newLearner({ daysIn: 2 })
  await openApp(page, '/')
  await share(page, [photo('garden.png')])
  const form = signInPage(page, en)
  await form.email.waitFor()
  await form.signIn(learner)
  await page.waitForURL('**/share')
  await expect(page.getByRole('list', { name: en('share.files') })).toContainText('garden.png')
})

test('without a network what is shared waits in the message, and leaves when the network is back [OFF-13, OFF-07]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(noNetwork)
  const learner = await newLearner({ daysIn: 2 })
  const chatId = await chatOf(learner.streamId)
  await signInByCookie(context, learner.id)
  await openApp(page, '/chat')
  await page
    .getByRole('navigation', { name: en('chat.list') })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL(`**/chat/${chatId}`)
  await page.getByRole('textbox').waitFor()
  const title = await shellPage(page, en).heading.innerText()
  await openApp(page, '/share')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await share(page, [photo('garden.png')])
  await addTo(page, title).click()
  await page.waitForURL(`**/chat/${chatId}`)
  await expect(page.getByRole('list', { name: en('media.upload.list') })).toContainText('garden.png')
  await page.getByRole('button', { name: en('chat.send'), exact: true }).click()
  await expect(page.locator('form').getByRole('list', { name: en('media.upload.list') })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: en('media.view.open', { name: 'garden.png' }) })).toBeVisible()
})

test('of more than ten files ten are taken and the others are named', async ({ page, context }) => {
  await signInByCookie(context, (await newLearner({ daysIn: 2 })).id)
  await openApp(page, '/home')
  await share(
    page,
    Array.from({ length: 12 }, (_, index) => photo(`photo-${index}.png`)),
  )
  const refused = page.getByRole('listitem').filter({ hasText: en('share.tooMany', { count: 10 }) })
  await expect(refused).toHaveCount(2)
  await page.getByRole('button', { name: en('share.forget') }).click()
  await expect(page.getByRole('heading', { name: en('share.empty') })).toBeVisible()
})

test('a share that was cut off leads to a screen that says that nothing arrived', async ({ page, context }) => {
  await signInByCookie(context, (await newLearner({ daysIn: 2 })).id)
  await openApp(page, '/home')
  const answer = await page.evaluate(async () => {
    const body = '--cut\r\nContent-Disposition: form-data; name="files"; filename="garden.png"\r\n\r\nhal'
    const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
    return (await fetch('/share', { method: 'POST', headers, body, redirect: 'manual' })).type
  })
  expect(answer).toBe('opaqueredirect')
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: en('share.lost') })).toBeVisible()
  await expect(page.getByText(en('share.lost.text'), { exact: true })).toBeVisible()
  await page.screenshot({ path: 'artifacts/install/share-lost.png' })
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
})
