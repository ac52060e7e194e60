import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The cells of a table, row by row, as they are read. */
export const cellsOf = (page: Page, title: string) =>
  page
    .getByRole('group', { name: title, exact: true })
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent)))

/** The fields of the CSV file that a button makes, line by line; none of them has a quote in it. */
export async function fileOf(page: Page, button: string): Promise<string[][]> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const text = await readFile((await (await saving).path()) ?? '', 'utf8')
  return text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain = '']) => quoted ?? plain))
}

/** The chart beside a table. */
export const chartOf = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).locator('figure svg')
