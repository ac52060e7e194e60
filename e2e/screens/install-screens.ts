import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { chatOf } from '../school/chat-people.ts'
import { newLearner } from '../school/people.ts'
import type { Screen } from './screen.ts'

/** What another app has shared, kept as the service worker does: these browsers have none. */
async function keepShared(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
    const files = [
      { name: 'IMG_20261128_070512_the-garden-behind-the-house-before-the-rain.png', type: 'image/png' },
      { name: 'squats.mov', type: 'video/quicktime' },
      { name: 'bill.pdf', type: 'application/pdf' },
    ]
    const cache = await caches.open('shared')
    await cache.put('/share/0', new Response(picture))
    await cache.put('/share/1', new Response('\0\0\0\u0014ftypqt  '))
    await cache.put('/share/2', new Response('%PDF-1.7'))
    await cache.put('/share/list', new Response(JSON.stringify({ at: Date.now(), files, hasNoRoom: false })))
  })
  await page.reload()
  await page.locator('main li button').first().waitFor()
}

/** The way to install that an iPhone is shown: the device says so before the menu is opened. */
async function openGuide(page: Page, t: Copy): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone)' }),
  )
  await page.reload()
  await page.getByRole('button', { name: t('install.menu') }).click()
  await page.getByRole('dialog').waitFor()
}

/** What is shared with the app, nothing and some, and how an iPhone installs it. */
export async function installScreens(): Promise<Screen[]> {
  const { id: userId, streamId } = await newLearner({ daysIn: 2 })
  await chatOf(streamId)
  return [
    { name: 'share-empty', path: '/share', userId },
    { name: 'share', path: '/share', userId, isAlone: true, isVariant: true, prepare: keepShared },
    {
      name: 'install-guide',
      path: '/user/setting',
      userId,
      isAlone: true,
      isVariant: true,
      prepare: openGuide,
    },
  ]
}
