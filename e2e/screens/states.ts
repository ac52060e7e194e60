import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { collectCopy } from '../../scripts/build/collect-copy.ts'
import { faultsOf } from '../axe-faults.ts'
import { origin } from '../school/sessions.ts'
import { misfits } from './fit.ts'
import { besideScreens, holdCalls } from './held-calls.ts'
import { type Screen, settled } from './screen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const keys = new Set(['web', 'studio'].flatMap(app => Object.keys(collectCopy(root, app).en)))

/** Screens that are neither loading nor failed, as they read nothing. */
const readNothing = [
  '/',
  '/signup',
  '/reset',
  '/code',
  '/unsubscribe',
  '/auto-login',
  '/logout',
  '/registration',
  '/join',
  '/document',
  '/delete',
  '/emailVerification',
  '/phoneVerification',
  '/resetPassword',
  '/updateProfile',
  '/user/edit',
  '/navigation',
  '/user/setting',
  '/user/settings',
  '/user/settings/password',
  '/user/settings/reminders/new',
]

/** Others without these states, and why. */
const without: Record<string, string> = {
  '/chat': 'the chats are there before any screen',
  '/explore': 'the server draws it',
  '/explore/*': 'the server draws it',
  '/user/settings/cookie': 'it goes on with what the device knows',
  '/user/downloads': 'it shows what is on the device',
  '/share': 'it shows what is on the device, and its lists have states of their own',
  '/admin/letter': 'it sends what the link says',
}

/** A read is tried again after a second and after two more: here after a tenth of it. */
export const hurryRetries = () => {
  const own = globalThis.setTimeout
  const hurried = (handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
    own(handler, delay === 1000 || delay === 2000 ? delay / 10 : delay, ...rest)
  Object.assign(globalThis, { setTimeout: hurried })
}

/** What a state lacks that each has to have: one heading, its texts, and somewhere to go from it. */
async function lacksOf(page: Page, within: 'nowhere' | 'body' | '#main'): Promise<string[]> {
  const { headings, ways, text } = await page.evaluate(place => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(one =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
    return {
      headings: seen('h1').map(one => one.textContent),
      ways: seen(`${place} a[href], ${place} button`).length,
      text: document.body.innerText,
    }
  }, within)
  const untold = (text.match(/\b[a-z]\w*(\.\w+)+/g) ?? []).filter(word => keys.has(word))
  return [
    ...(headings.length === 1 ? [] : [`${headings.length} headings: ${headings.join(', ')}`]),
    ...(ways > 0 || within === 'nowhere' ? [] : ['no way on']),
    ...untold.map(key => `not translated: ${key}`),
  ]
}

/** What is wrong with a state of a screen; `within` a part of the page there has to be a way on. */
export async function faultsOfState(
  page: Page,
  name: string,
  within: Parameters<typeof lacksOf>[1],
): Promise<string[]> {
  const isSound = (await faultsOf(page)).length === 0
  const found = [
    ...(isSound ? [] : await faultsOf(page)),
    ...(await misfits(page, 'as it is')),
    ...(await lacksOf(page, within)),
  ]
  return found.map(fault => `${name}: ${fault}`)
}

const isBusy = '#main [aria-busy=true]'
const isLoading = (page: Page) => page.waitForFunction(busy => document.querySelector(busy), isBusy)
const hasLoaded = (page: Page) => page.waitForFunction(busy => !document.querySelector(busy), isBusy)

type How = {
  address: string
  /** Whether it is the device that has no network, and not the calls that are cut. */
  isOffline: boolean
  /** Turns the page to another look for the last of the states. */
  turn: () => Promise<void>
}

/** Opens a screen by way of its states: while it loads, when its calls fail, when they are cut; then it comes back. */
export async function openByStates(page: Page, screen: Screen, t: Copy, how: How): Promise<string[]> {
  const { address } = how
  const gate = await holdCalls(page)
  const found: string[] = []
  if (readNothing.includes(address) || address in without) {
    await gate.turnTo('let through')
    await page.goto(`${origin}${screen.path}`)
    await settled(page)
    if (readNothing.includes(address))
      found.push(...[...gate.asked].filter(path => !besideScreens.test(path)).map(path => `it does read: ${path}`))
  } else {
    await page.goto(`${origin}${screen.path}`)
    found.push(...(await faultsInStates(page, t, gate, how)))
  }
  await gate.release()
  await screen.prepare?.(page, t)
  await settled(page)
  return found
}

async function faultsInStates(page: Page, t: Copy, gate: Awaited<ReturnType<typeof holdCalls>>, how: How) {
  const found: string[] = []
  const failure = page.locator('#main [role=alert]').filter({ visible: true }).first()
  const retries = page.locator('#main [role=alert]').getByRole('button', { name: t('ui.retry') })
  const withoutNetwork = page.locator('#main [role=alert] use[href*="#wifi-off"]')
  const tryAgain = () => retries.evaluateAll(all => all.forEach(one => one instanceof HTMLElement && one.click()))
  const faultsOfFailure = async (name: string) => {
    await failure.waitFor()
    await hasLoaded(page)
    const first = await faultsOfState(page, name, '#main')
    if (first.length === 0) return []
    // When it begins to listen the page may read once more: what is wrong afterwards, too, is wrong.
    await failure.waitFor()
    await hasLoaded(page)
    return faultsOfState(page, name, '#main')
  }
  await isLoading(page)
  found.push(...(await faultsOfState(page, 'loading', 'nowhere')))
  await gate.turnTo('failed')
  found.push(...(await faultsOfFailure('failed')))
  await gate.turnTo('cut')
  await page.context().setOffline(how.isOffline)
  // It hears of that a moment later.
  await page.waitForFunction(isOffline => navigator.onLine !== isOffline, how.isOffline)
  const reads = gate.reads()
  // Of what is kept on the device nothing is asked without a network: it says then that there is none.
  const isTaken = async () => gate.reads() > reads || (how.isOffline && (await withoutNetwork.count()) > 0)
  // A button that is busy yet takes no press.
  await expect.poll(() => tryAgain().then(isTaken), { timeout: 30_000 }).toBe(true)
  await how.turn()
  found.push(...(await faultsOfFailure(how.isOffline ? 'offline' : 'cut')))
  const told = page.locator('#main [role=alert]').filter({ hasText: await failure.innerText() })
  // What it says changes when the network is back, the press that it asks for does not.
  const isDown = async () => (await told.or(retries).count()) > 0
  await gate.turnTo('let through')
  await page.context().setOffline(false)
  // What failed at first may have hidden more to be read.
  const stillDown = () =>
    tryAgain()
      .then(() => settled(page))
      .then(isDown)
  await expect.poll(stillDown, { message: 'it does not come back', timeout: 30_000 }).toBe(false)
  return found
}
