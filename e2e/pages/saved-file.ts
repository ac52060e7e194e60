import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

/** The text of the file that a button saves. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  const saving = page.waitForEvent('download')
  await button.click()
  return readFile(await (await saving).path(), 'utf8')
}
