import type { Locator, Page } from '@playwright/test'
import { expect } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

/** A conversation as a person meets it, in English. */
export function chatPage(page: Page) {
  const log = page.getByRole('log', { name: en('chat.messages') })
  const rows = log.locator('[data-row]')
  const box = page.getByRole('textbox', { name: en('chat.placeholder') })
  return {
    heading: page.getByRole('heading', { level: 1 }),
    log,
    rows,
    box,
    row: (text: string) => rows.filter({ hasText: text }),
    send: async (text: string) => {
      await box.fill(text)
      await page.getByRole('button', { name: en('chat.send'), exact: true }).click()
    },
    /** Presses a tool of a message; what arrives meanwhile moves the message away from the mouse, which then follows it. */
    useTool: (row: Locator, name: string) =>
      expect(async () => {
        await row.hover()
        await row.getByRole('button', { name, exact: true }).click({ timeout: 2000 })
      }).toPass(),
    state: (row: Locator, state: 'waiting' | 'delivered' | 'read' | 'failed') =>
      row.getByRole('img', { name: en(`chat.state.${state}`) }),
    badge: page.getByRole('navigation', { name: en('shell.navigation') }).getByRole('img', { name: /unread/ }),
  }
}
