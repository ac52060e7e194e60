import type { Page } from '@playwright/test'
import { trialCards } from '#server/features/billing/sandbox/cards.ts'

/** Types a card on the sandbox’s page and pays. */
export async function payWith(page: Page, card: keyof typeof trialCards): Promise<void> {
  await page.locator('#number').fill(trialCards[card].number)
  await page.locator('#expiry').fill('12/40')
  await page.locator('#cvc').fill('123')
  await page.locator('#name').fill('Vera Walker')
  await page.locator('button.main').click()
}
