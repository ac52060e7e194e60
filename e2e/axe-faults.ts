import type { Page } from '@playwright/test'
import axe from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the current page. */
export async function faultsOf(page: Page): Promise<string[]> {
  const found = await judged(page)
  if (found) return found
  await page.evaluate(axe.source)
  return (await judged(page)) ?? ['axe did not start']
}

/** Nothing while the page does not know axe. */
function judged(page: Page): Promise<string[] | undefined> {
  return page.evaluate(async values => {
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100)))
    // In the middle of a transition a colour says nothing of the design.
    const passing = document
      .getAnimations()
      .filter(one => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.all(passing.map(one => one.finished.catch(() => undefined)))
    if (!('axe' in window)) return undefined
    // What passes is not asked for, which takes axe a part of its time.
    const { violations } = await axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join('; ')}`,
    )
  }, rules)
}
