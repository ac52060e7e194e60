import type { Locator, Page } from '@playwright/test'
import { chatPage } from '../pages/chat-page.ts'
import { addCourse } from '../school/chat-people.ts'
import { homeworkPage, newHomework } from '../school/homework-course.ts'
import { learningPage } from '../pages/learning-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')

/** Whether a ring is drawn around the focused element, by itself or by the card that it opens. */
const isFocusShown = (element: Element): boolean => {
  const isRing = (of: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(of, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const card = element.closest('li, article')
  return isRing(element) || isRing(element, '::after') || (card !== null && isRing(card))
}

/** Presses Tab until this has the focus, which must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => element === document.activeElement)) {
      await expect.poll(() => target.evaluate(isFocusShown), { message: `a ring around ${String(target)}` }).toBe(true)
      return
    }
  }
  throw new Error(`Tab never reached ${String(target)}`)
}

async function choose(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('by keyboard alone somebody signs in, plays a lesson, hands in homework, writes to the expert, changes the theme and leaves [A11-01]', async ({
  page,
}) => {
  const person = await newHomework([{ title: 'Write what you felt', answerWith: 'message' }])
  const streamId = await addCourse(person.id, 'morning-practice')
  const { email, password } = signInPage(page, en)
  const shell = shellPage(page, en)
  const learning = learningPage(page, en)
  await page.goto('/')
  await tabTo(page, email)
  await page.keyboard.type(person.email)
  await tabTo(page, password)
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')

  await choose(page, shell.places.getByRole('link', { name: en('shell.title.homeworks'), exact: true }))
  await choose(page, homeworkPage(page, en).cardOf('Write what you felt').getByRole('link'))
  const homework = homeworkPage(page, en)
  await tabTo(page, homework.text)
  await page.keyboard.type('Lighter in the shoulders')
  await choose(page, homework.send)
  await expect(homework.mark(en('homework.state.UPLOADED'))).toBeVisible()

  await page.goto(`/course/${streamId}/calendar/1`)
  await choose(page, learning.start)
  await choose(page, learning.player.getByRole('button', { name: en('media.play'), exact: true }).first())
  await learning.watch(1)
  await page.keyboard.press('k')
  await expect.poll(() => learning.video.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  await choose(page, shell.places.getByRole('link', { name: en('shell.title.chats'), exact: true }))
  await choose(
    page,
    page
      .getByRole('navigation', { name: en('chat.list') })
      .getByRole('link')
      .first(),
  )
  const chat = chatPage(page)
  await tabTo(page, chat.box)
  await page.keyboard.type('May I go on?')
  await choose(page, page.getByRole('button', { name: en('chat.send'), exact: true }))
  await expect(chat.state(chat.row('May I go on?'), 'delivered')).toBeVisible()

  await choose(page, shell.settings)
  await expect(shell.menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(shell.item(en('shell.menu.exit'))).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(shell.settings, 'the focus returns').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shell.menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(shell.item(en('shell.menu.exit'))).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname === '/')
})
