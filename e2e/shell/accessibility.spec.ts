import type { BrowserContext, Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { faultsOf } from '../axe-faults.ts'
import { newLearner } from '../school/people.ts'
import { givePoints, newMember, signInByCookie } from '../school/sessions.ts'
import { overflow, shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

type Visit = { page: Page; t: Copy; streamId: number }
type State = { name: string; show: (visit: Visit) => Promise<unknown>; isVisitor?: boolean }

const open =
  (path: (streamId: number) => string) =>
  async ({ page, streamId }: Visit) => {
    await page.goto(path(streamId))
    await page.getByRole('heading').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('#main [aria-busy=true]'))
  }
const atHome = open(() => '/home')

const states: State[] = [
  { name: 'sign-in', isVisitor: true, show: open(() => '/') },
  { name: 'sign-in with errors', isVisitor: true, show: refused },
  { name: 'sign-up', isVisitor: true, show: open(() => '/signup') },
  { name: 'sign-up with errors', isVisitor: true, show: refusedSignUp },
  { name: 'restoring the password', isVisitor: true, show: open(() => '/reset') },
  { name: 'a new password by a link', isVisitor: true, show: open(() => '/reset?token=none') },
  { name: 'sign-in by a code', isVisitor: true, show: open(() => '/code') },
  { name: 'the question about the language', isVisitor: true, show: askedForLanguage },
  { name: 'not found', isVisitor: true, show: open(() => '/nowhere') },
  { name: 'home', show: atHome },
  { name: 'home, completed', show: completed },
  { name: 'calendar', show: open(id => `/course/${id}/calendar`) },
  { name: 'a day not begun', show: open(id => `/course/${id}/calendar/1`) },
  { name: 'a locked day', show: open(id => `/course/${id}/calendar/9`) },
  { name: 'a day of rest', show: open(id => `/course/${id}/calendar/4`) },
  { name: 'materials', show: open(id => `/course/${id}/materials`) },
  { name: 'a stream of somebody else', show: open(() => '/course/999999/calendar') },
  { name: 'a code by e-mail', show: open(() => '/emailVerification') },
  { name: 'a phone to prove', show: open(() => '/phoneVerification') },
  { name: 'a password that was demanded', show: open(() => '/resetPassword') },
  { name: 'subscriptions, warned', show: open(() => '/subscriptions') },
  { name: 'the end of the account', show: open(() => '/delete') },
  { name: 'points', show: open(() => '/user/points') },
  { name: 'history of points', show: open(() => '/user/points/history') },
  { name: 'social networks', show: open(() => '/user/social-networks') },
  { name: 'the offer to link a network', show: open(() => '/linksocialnetworks') },
  { name: 'my information', show: open(() => '/user/edit') },
  { name: 'my information, refused', show: refusedProfile },
  { name: 'the settings menu', show: open(() => '/user/setting') },
  { name: 'settings', show: open(() => '/user/settings') },
  { name: 'a new password', show: open(() => '/user/settings/password') },
  { name: 'notifications', show: open(() => '/user/settings/notifications') },
  { name: 'devices', show: open(() => '/user/settings/devices') },
  { name: 'payment methods', show: open(() => '/user/settings/user-payment-methods') },
  { name: 'statistics', show: open(() => '/user/statistics') },
  { name: 'the own link', show: open(() => '/user/referrals') },
  { name: 'bonuses', show: open(() => '/user/bonuses') },
  { name: 'homework', show: open(() => '/homework') },
  { name: 'one homework', show: oneHomework },
  { name: 'support', show: open(() => '/support') },
  { name: 'a topic of support', show: open(() => '/support/7') },
  { name: 'a question to support', show: open(() => '/support/23') },
  { name: 'a request to support that is none', show: open(() => '/chat/support/999999') },
  { name: 'document', show: open(() => '/document?url=/brands/kurso.svg') },
  { name: 'a document refused', show: open(() => '/document?url=javascript:1') },
  { name: 'menu', show: menu },
  { name: 'dialog', show: dialog },
  { name: 'offline', show: offline },
]

async function refusedSignUp({ page, t }: Visit) {
  await page.getByLabel(t('joining.name')).fill('Vera')
  await page.getByLabel(t('accounts.login.email')).fill('vera@@example')
  await page.getByLabel(t('accounts.login.password'), { exact: true }).fill('12345678')
  await page.getByLabel(t('joining.password.repeat'), { exact: true }).fill('12345679')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
}

async function refusedProfile(visit: Visit) {
  const { page, t } = visit
  await open(() => '/user/edit')(visit)
  await page.getByLabel(t('profile.birthday')).fill('31.02.2000')
  await page.getByRole('button', { name: t('profile.save'), exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}

async function oneHomework(visit: Visit) {
  await open(() => '/homework')(visit)
  await visit.page.locator('main li').getByRole('link').first().click()
  await visit.page.getByRole('heading', { name: visit.t('homework.form.first') }).waitFor()
}

async function refused(visit: Visit) {
  await open(() => '/')(visit)
  await signInPage(visit.page, visit.t).signIn({ email: 'nobody@example.com', password: 'wrong' })
  await visit.page.getByRole('alert').waitFor()
}

async function askedForLanguage(visit: Visit) {
  await open(() => '/')(visit)
  const other = visit.t.language === 'en' ? 'es' : 'en'
  await visit.page.getByRole('combobox', { name: visit.t('brands.language') }).selectOption(other)
  await visit.page.getByRole('alertdialog').waitFor()
}

async function completed(visit: Visit) {
  await atHome(visit)
  await visit.page.getByRole('tab').last().click()
}

async function menu(visit: Visit) {
  await atHome(visit)
  const shell = shellPage(visit.page, visit.t)
  await shell.settings.click()
  await shell.menu.waitFor()
}

async function dialog(visit: Visit) {
  await menu(visit)
  await shellPage(visit.page, visit.t).item(visit.t('shell.menu.preferences')).click()
  await visit.page.getByRole('dialog').waitFor()
}

async function offline(visit: Visit) {
  await atHome(visit)
  await visit.page.context().setOffline(true)
  await shellPage(visit.page, visit.t).banner.waitFor()
}

async function learner(context: BrowserContext) {
  const person = await newLearner({ daysIn: 2 })
  await givePoints(person.id, 12)
  await signInByCookie(context, person.id)
  return person
}

/** 320 px is 1280 at 400 %, and a small phone; the others are where the layout changes. */
const widths = [320, 390, 828, 1244]

/** By how many px the page is wider than its window, at each width where it is. */
async function tooWide(page: Page): Promise<string[]> {
  const own = page.viewportSize()
  const wide: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: own?.height ?? 900 })
    const by = await overflow(page)
    if (by > 0) wide.push(`${by} px too wide at ${width} px`)
  }
  if (own) await page.setViewportSize(own)
  return wide
}

const rounds: [language: Language, theme: 'light' | 'dark'][] = [
  ['ru', 'light'],
  ['es', 'dark'],
]

for (const [language, theme] of rounds) {
  test(`axe finds nothing on any screen in ${language}, ${theme}, and none is wider than its window from 320 to 1244 px [SHL-03]`, async ({
    page,
    context,
    speak,
    noise,
  }) => {
    noise.expect(/422|404|ERR_INTERNET_DISCONNECTED/)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await speak(language)
    const t = texts(language)
    const found: string[] = []
    const look = async ({ name, show }: State, streamId: number) => {
      await show({ page, t, streamId })
      const faults = [...(await faultsOf(page)), ...(await tooWide(page))]
      found.push(...faults.map(fault => `${name}: ${fault}`))
      await context.setOffline(false)
    }
    for (const state of states) if (state.isVisitor) await look(state, 0)
    const { streamId } = await learner(context)
    for (const state of states) if (!state.isVisitor) await look(state, streamId)
    expect(found).toEqual([])
  })
}

test('text of twice the size is not cut off', async ({ page, context }) => {
  await page.setViewportSize({ width: 640, height: 900 })
  const { streamId } = await learner(context)
  await page.goto(`/course/${streamId}/calendar`)
  await shellPage(page, texts('en')).heading.waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('with reduced motion nothing keeps moving', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home')
  const shell = shellPage(page, texts('en'))
  await shell.heading.waitFor()
  await shell.settings.click()
  await shell.menu.waitFor()
  const lasting = await page.evaluate(
    () =>
      document.getAnimations().filter(animation => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return Number(duration) > 20 || iterations === Number.POSITIVE_INFINITY
      }).length,
  )
  expect(lasting).toBe(0)
})
