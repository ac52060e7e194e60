import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { chatOf } from '../../e2e/school/chat-people.ts'
import { withDatabase } from '../../e2e/school/people.ts'

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
  /** What lies over the page at a measured place; a resize would leave it there, and only the window is pictured. */
  isPlaced?: boolean
  prepare?: (page: Page, t: Copy) => Promise<unknown>
}

type Stream = { id: number; key: string; startsIn: number; isDemo: boolean; isOptional: boolean }

const press = (page: Page, name: string | RegExp, role: 'button' | 'tab' = 'button') =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click()

async function refuse(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('accounts.login.email')).fill('nobody@example.com')
  await page.getByLabel(t('accounts.login.password'), { exact: true }).fill('wrong')
  await press(page, t('accounts.login.submit'))
  await page.getByRole('alert').waitFor()
}

async function refuseProfile(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('profile.name')).fill('')
  await page.getByLabel(t('profile.birthday')).fill('31.02.2000')
  await press(page, t('profile.save'))
  await page.getByRole('alert').first().waitFor()
}

async function demoStreams(): Promise<Stream[]> {
  const { rows } = await withDatabase(client =>
    client.query<Stream>(
      `select s.id::int, c.key, s.starts_on - current_date as "startsIn", s.is_demo as "isDemo",
              s.is_optional_purchase as "isOptional"
         from user_streams s join courses c on c.id = s.course_id join users u on u.id = s.user_id
        where u.email = 'learner@example.com' order by s.id`,
    ),
  )
  return rows
}

/** Every screen of the learner app with the demo school's learner. */
export async function openedScreens(): Promise<Screen[]> {
  const streams = await demoStreams()
  const [halfDone, notStarted, ended, frozen, demo, stopped, ending] = streams.map(({ id }) => `/course/${id}/calendar`)
  const tab = (key: 'active' | 'completed') => async (page: Page, t: Copy) =>
    page.getByRole('tab', { name: t(`streams.tab.${key}`) }).click()
  return [
    { name: 'sign-in', path: '/', isVisitor: true },
    { name: 'sign-in-error', path: '/', isVisitor: true, prepare: refuse },
    { name: 'not-found', path: '/no/such/page', isVisitor: true },
    { name: 'home', path: '/home' },
    { name: 'home-active', path: '/home', prepare: tab('active') },
    { name: 'home-completed', path: '/home', prepare: tab('completed') },
    { name: 'calendar', path: `${halfDone}` },
    { name: 'calendar-not-started', path: `${notStarted}` },
    { name: 'calendar-ended', path: `${ended}` },
    { name: 'calendar-frozen', path: `${frozen}` },
    { name: 'calendar-demo', path: `${demo}` },
    { name: 'calendar-stopped', path: `${stopped}` },
    { name: 'calendar-ending', path: `${ending}` },
    { name: 'day-open', path: `${halfDone}/6` },
    { name: 'day-playing', path: `${halfDone}/6`, prepare: play },
    { name: 'day-locked', path: `${halfDone}/12` },
    { name: 'day-finished', path: `${halfDone}/1` },
    { name: 'day-rest', path: `${halfDone}/7` },
    { name: 'materials', path: `${halfDone}`.replace('/calendar', '/materials') },
    { name: 'homework', path: '/homework' },
    { name: 'homework-open', path: '/homework', prepare: openHomework(0) },
    { name: 'homework-locked', path: '/homework', prepare: openHomework(-1) },
    { name: 'chats', path: '/chat' },
    { name: 'chat', path: `/chat/${await chatOf(streams[0]?.id ?? 0)}` },
    { name: 'document', path: '/document?url=/brands/kurso.svg' },
    { name: 'points', path: '/user/points' },
    { name: 'points-history', path: '/user/points/history' },
    { name: 'profile', path: '/user/edit' },
    { name: 'profile-error', path: '/user/edit', isAlone: true, prepare: refuseProfile },
    { name: 'setting-menu', path: '/user/setting' },
    { name: 'settings', path: '/user/settings' },
    { name: 'settings-password', path: '/user/settings/password' },
    { name: 'settings-notifications', path: '/user/settings/notifications' },
    { name: 'settings-devices', path: '/user/settings/devices' },
    { name: 'settings-payment', path: '/user/settings/user-payment-methods' },
    { name: 'statistics', path: '/user/statistics' },
    { name: 'referrals', path: '/user/referrals' },
    { name: 'bonuses', path: '/user/bonuses' },
    { name: 'menu', path: '/home', isPlaced: true, prepare: openMenu },
    { name: 'preferences', path: '/home', isPlaced: true, prepare: openPreferences },
    { name: 'offline', path: '/home', prepare: page => page.context().setOffline(true) },
  ]
}

async function play(page: Page, t: Copy): Promise<void> {
  await press(page, t('media.play'))
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').filter({ visible: true }).last().click()
  await page.getByRole('menu').waitFor()
}

async function openPreferences(page: Page, t: Copy): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: t('shell.menu.preferences') }).click()
  await page.getByRole('dialog').waitFor()
}

/** Opens one homework of the list, counted from either end. */
function openHomework(place: number) {
  return async (page: Page) => {
    await page.locator('main li').getByRole('link').nth(place).click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  }
}
