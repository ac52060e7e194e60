import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'

/** What stands around every screen behind the sign-in, in the language of `t`. */
export function shellPage(page: Page, t: Copy) {
  const header = page.locator('header').first()
  const menus = header.locator('button[aria-haspopup=menu]').filter({ visible: true })
  const menu = page.locator('[role=menu]:popover-open')
  return {
    header,
    heading: page.getByRole('heading', { level: 1 }),
    places: page.getByRole('navigation', { name: t('shell.navigation') }).filter({ visible: true }),
    points: (count: number) => header.getByRole('link', { name: t('shell.points', { count }), exact: true }),
    back: header.getByRole('button', { name: t('ui.back'), exact: true }),
    /** The avatar of a phone, the person of a desk. */
    profile: menus.first(),
    /** The burger of a phone, the person of a desk: the one with the settings. */
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

/** How far the page is wider than its window, in px, once what follows a change of its size is drawn. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
}
