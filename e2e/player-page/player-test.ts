import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { createServer } from 'vite'

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../node_modules/.vite-player', import.meta.url))

/** The player's page, served for each worker on a free port. */
export const test = base.extend<{ open: (query?: string) => Promise<PlayerPage> }, { origin: string }>({
  origin: [
    async ({ browserName: _browser }, provide, info) => {
      const cacheDir = `${cacheFolder}-${info.workerIndex}`
      const server = await createServer({ configFile, cacheDir, server: { port: 0, hmr: false }, logLevel: 'error' })
      await server.listen()
      const address = server.httpServer?.address()
      if (!address || typeof address === 'string') throw new Error('The player page has no port')
      await provide(`http://localhost:${address.port}`)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  open: async ({ page, origin }, provide) => {
    await provide(async query => {
      await page.goto(`${origin}/?${query ?? ''}`)
      await page.locator('video').waitFor()
      return playerPage(page)
    })
  },
})

export type PlayerPage = ReturnType<typeof playerPage>

function playerPage(page: Page) {
  const video = page.locator('video')
  return {
    video,
    section: page.locator('section'),
    play: () => page.locator('section').getByRole('button', { name: 'Play', exact: true }).first().click(),
    settings: () => page.getByRole('button', { name: 'Settings' }).click(),
    position: () => video.evaluate((media: HTMLVideoElement) => media.currentTime),
    read: <K extends 'paused' | 'muted' | 'volume' | 'playbackRate' | 'videoWidth' | 'videoHeight' | 'src'>(name: K) =>
      video.evaluate((media: HTMLVideoElement, key) => media[key], name),
    told: async () => (await page.getByTestId('told').innerText()).split('\n').filter(Boolean),
    /** Waits until the picture moves. */
    playing: () =>
      expect
        .poll(() =>
          video.evaluate((media: HTMLVideoElement) => !media.paused && media.currentTime > 0 && media.readyState > 2),
        )
        .toBe(true),
  }
}

export { expect }
