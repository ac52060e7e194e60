import type { Page } from '@playwright/test'

/** 320 px is 1280 at 400 %, and a small phone; the others are where the layout changes. */
const widths = [320, 390, 828, 1244]

/** What does not fit into the window as it is: what makes it scroll sideways, and what a bar that stays in its place cuts off. */
export async function misfits(page: Page, when: string): Promise<string[]> {
  const found = await measured(page, when)
  // A busy machine may lay out later than two frames after; what does not fit afterwards, too, does not fit.
  return found.length === 0 ? found : measured(page, when)
}

async function measured(page: Page, when: string): Promise<string[]> {
  const { by, widest, cutOff } = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = document.documentElement
    const reach = (element: Element) => element.getBoundingClientRect().right
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return true
      return element.parentElement ? scrolls(element.parentElement) : false
    }
    const beginning = (element: Element | undefined) => element?.outerHTML.slice(0, 80) ?? ''
    const all = scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')] : []
    return {
      by: scrollWidth - clientWidth,
      widest: beginning(all.sort((a, b) => reach(b) - reach(a))[0]),
      cutOff: [...document.querySelectorAll('a, button, input, select, textarea')]
        .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(element => {
          const { left, right, width } = element.getBoundingClientRect()
          return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(element)
        })
        .map(beginning),
    }
  })
  return [
    ...(by > 0 ? [`${by} px too wide ${when}: ${widest}`] : []),
    ...cutOff.map(element => `cut off ${when}: ${element}`),
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
