import type { BrowserContext, Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { signInToStudio } from '../pages/studio-page.ts'
import { origin, signInByCookie, userIdOf } from '../school/sessions.ts'

/** A screen in one of its states: where it is, who looks at it, and what is done there before the picture. */
export type Screen = {
  name: string
  path: string
  /** A visitor has no session. */
  isVisitor?: boolean
  /** The school's administrator, in the studio. */
  isStaff?: boolean
  /** Who looks at it instead of the demo school's learner. */
  userId?: number
  /** What is done before the picture stays in the browser, so it gets one of its own. */
  isAlone?: boolean
  /** Addresses that answer with a failure. */
  failing?: string
  /** The states of its address are those of another screen there. */
  isVariant?: boolean
  /** What lies over the page at a measured place; a resize would leave it there, and only the window is pictured. */
  isPlaced?: boolean
  prepare?: (page: Page, t: Copy) => Promise<unknown>
}

/** Screens with the same key can share a browser. */
export const viewerOf = ({ isVisitor, isStaff, userId }: Screen): string =>
  isVisitor ? 'visitor' : isStaff ? 'staff' : `learner ${userId ?? ''}`

/** Signs the one who looks at a screen in to a browser. */
export async function signInViewer(context: BrowserContext, { isVisitor, isStaff, userId }: Screen): Promise<void> {
  if (isStaff) await signInToStudio(context, await userIdOf('admin@example.com'))
  else if (!isVisitor) await signInByCookie(context, userId ?? (await userIdOf('learner@example.com')))
}

/** Opens a screen and brings it into its state. */
export async function openScreen(page: Page, { path, failing, prepare }: Screen, t: Copy): Promise<void> {
  if (failing) await page.route(failing, route => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${origin}${path}`)
  await settled(page)
  await prepare?.(page, t)
  await settled(page)
}

/** Nothing loads any more: no skeleton, every picture decoded. A dialog may keep the button busy that opened it. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const headings = [...document.querySelectorAll('h1, h2')]
    const place = document.querySelector('dialog[open]') ? 'dialog[open]' : '#main'
    if (document.querySelector(`${place} [aria-busy=true]`)) return false
    if (!headings.some(heading => heading.checkVisibility({ visibilityProperty: true }))) return false
    await document.fonts.ready
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map(picture => picture.decode()))
    return true
  })
}
