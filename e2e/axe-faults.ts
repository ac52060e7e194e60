import type { Page } from '@playwright/test'
import axe from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the current page. */
export const faultsOf = (page: Page): Promise<string[]> => run(page, { type: 'tag', values: rules })

/** What axe finds too faint on the current page. */
export const contrastFaultsOf = (page: Page): Promise<string[]> =>
  run(page, { type: 'rule', values: ['color-contrast'] })

async function run(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async only => {
    const { violations } = await axe.run({ runOnly: only })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join('; ')}`,
    )
  }, runOnly)
}
