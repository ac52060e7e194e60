import type { Page } from '@playwright/test'
import { overflow } from '../pages/shell-page.ts'

/** 320 px is 1280 at 400 %, and a small phone; the others are where the layout changes. */
const widths = [320, 390, 828, 1244]

/** What reaches furthest out of the window. */
const widest = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const reach = (element: Element) => element.getBoundingClientRect().right
    const all = [...document.body.querySelectorAll('*')].sort((a, b) => reach(b) - reach(a))
    return all[0]?.outerHTML.slice(0, 80) ?? ''
  })

/** Which links, buttons and fields reach out of the window, as those of a bar that stays in its place may. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
      return element.parentElement ? scrolls(element.parentElement) : false
    }
    return [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(element => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element)
      })
      .map(element => element.outerHTML.slice(0, 80))
  })

/** What does not fit into the window as it is. */
export async function misfits(page: Page, when: string): Promise<string[]> {
  const by = await overflow(page)
  return [
    ...(by > 0 ? [`${by} px too wide ${when}: ${await widest(page)}`] : []),
    ...(await cutOff(page)).map(element => `cut off ${when}: ${element}`),
  ]
}

/** What does not fit at some width. */
export async function misfitsAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await misfits(page, `at ${width} px`)))
  }
  return found
}
