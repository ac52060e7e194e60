import type { Page } from '@playwright/test'

type Told = { name: string; [detail: string]: string | number }

/** Collects these analytics events of a page, from its next load on. */
export async function toldBy(page: Page, ...names: string[]): Promise<() => Promise<Told[]>> {
  await page.addInitScript(wanted => {
    const told: Told[] = []
    Object.assign(window, { told })
    addEventListener('kurso:analytics', event => {
      const { detail } = event as CustomEvent<Told>
      if (wanted.includes(detail.name)) told.push(detail)
    })
  }, names)
  return () => page.evaluate(() => (window as unknown as { told: Told[] }).told)
}
