import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { headingOf } from './heading.ts'

/** The shell around every screen behind sign-in, in the language of `t`. */
export function shellPage(page: Page, t: Copy) {
  const header = page.locator('header').first()
  const menus = header.locator('button[aria-haspopup=menu]').filter({ visible: true })
  const menu = page.locator('[role=menu]:popover-open')
  return {
    header,
    heading: headingOf(page),
    places: page.getByRole('navigation', { name: t('shell.navigation') }).filter({ visible: true }),
    points: (count: number) => header.getByRole('link', { name: t('shell.points', { count }), exact: true }),
    back: header.getByRole('button', { name: t('ui.back'), exact: true }),
    /** The avatar on a phone, the person on a desktop. */
    profile: menus.first(),
    /** The burger menu on a phone, the person on a desktop: the menu with the settings. */
    settings: menus.last(),
    menu,
    items: () => menu.getByRole('menuitem').allInnerTexts(),
    item: (name: string) => menu.getByRole('menuitem', { name, exact: true }),
    banner: page.getByRole('status').filter({ hasText: t('shell.offline') }),
    async place(name: string) {
      await this.places.getByRole('link', { name, exact: true }).click()
    },
  }
}

/** How much wider the page is than its window, in px, after a change of size has been rendered. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
