import type { Locator, Page } from '@playwright/test'

/** The heading of a screen that has loaded: until then one stands there that says so. */
export const headingOf = (page: Page): Locator =>
  page.getByRole('heading', { level: 1 }).and(page.locator(':not([aria-label])'))
