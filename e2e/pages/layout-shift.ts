import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Notes what moves under the reader of a page; what the reader's own press moves does not count. */
export const watchShift = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          moved.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(', ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** What has moved until now: by how much, and what it was. */
export const movedOn = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[] }).moved)

export const forgetShift = (page: Page) =>
  page.evaluate(() => void ((window as unknown as { moved: string[] }).moved.length = 0))
