import type { Page } from '@playwright/test'
import type { BackupsWire } from '#shared/features/backups/contract.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { call, handInVideo, placeOf } from '../pages/studio-page.ts'
import type { Screen } from './screen.ts'

/** Keys mean the same in each language. */
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

/** The queue is refused as it is to a session that lacks a second factor. */
const lacking = (code: string) => async (page: Page) => {
  await page.route('**/studio/reviews?*', route => route.fulfill({ status: 403, json: { code, message: '' } }))
  await page.reload()
  await page.getByRole('dialog').locator('[name=code]').waitFor()
}

/** The link is taken as it is in a school without an administrator. */
async function withSetupLink(page: Page) {
  await page.route(/\/setup\/check/, route => route.fulfill({ json: {} }))
  await page.reload()
  await page.locator('[name=school_name]').waitFor()
}

async function withInvitation(page: Page) {
  const json = { inviter: 'Olga Pine', role: 'expert', email: 'elena@example.com' }
  await page.route(/\/api\/v1\/invitation/, route => route.fulfill({ json }))
  await page.reload()
  await page.locator('[name=password]').waitFor()
}

/** A second factor of the demo school's administrator is shown as if it were turned on. */
async function withRecoveryCodes(page: Page) {
  await lacking('second_factor_to_set_up')(page)
  const json = { recovery_codes: Array.from({ length: 10 }, (_, index) => `k7mwq${index}-x4ptz9`) }
  await page.route('**/user/second-factor?*', route => route.fulfill({ json }))
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** The last of the first steps as it is of a server whose backups go like this. */
const backups = (told: Partial<BackupsWire>) => async (page: Page) => {
  const json: BackupsWire = { is_daily: true, is_under_way: false, succeeded_at: null, backups: [], ...told }
  await page.route('**/api/v1/studio/backups', route => route.fulfill({ json }))
  await page.reload()
  await page.locator('main li button, main li [role=status], main li [role=alert]').last().waitFor()
}
const anHourAgo = Math.floor(Date.now() / 1000) - 3600
const brokenBackup = {
  id: 1,
  started_at: anHourAgo,
  finished_at: anHourAgo + 60,
  name: 'kurso-20261125-030000.tar',
  bytes: null,
  failure: 'disk_full' as const,
}
const ofBackups = { isStaff: true, path: '/admin/today', isAlone: true }

async function attemptOf(streamId: number): Promise<number> {
  const { rows } = await withDatabase(client =>
    client.query(
      `select a.id from homework_attempts a join user_homeworks u on u.id = a.user_homework_id
       where u.user_stream_id = $1`,
      [streamId],
    ),
  )
  return Number(rows[0].id)
}

/** The screens of the studio for those who answer and look after people, with a submission and a question that wait. */
export async function studioScreens(): Promise<Screen[]> {
  const criteria = ['The back is straight', 'The knees stay behind the toes']
  const task = { title: 'Film the exercise', answerWith: 'file', points: 40, criteria, solution: 'Slowly.' } as const
  const learner = await newHomework([task])
  await handInVideo(learner, learner.ids[0] ?? 0)
  const { chatId } = await placeOf(learner.streamId)
  await call(learner.id, 'POST', `/chats/${chatId}/messages`, { message: 'My knee hurts when I bend it. Go on?' })
  const desk = `/admin/reviews/${await attemptOf(learner.streamId)}`
  const atVideo = async (page: Page) => page.locator('video').first().waitFor({ timeout: 30_000 })
  const staff = { isStaff: true }
  return [
    { name: 'studio-sign-in', path: '/admin', isVisitor: true },
    { name: 'studio-invitation-over', path: '/admin/invitation?token=used', isVisitor: true },
    {
      name: 'studio-invitation',
      path: '/admin/invitation?token=new',
      isVisitor: true,
      isAlone: true,
      prepare: withInvitation,
    },
    { name: 'studio-setup-over', path: '/admin/setup?code=used', isVisitor: true },
    { name: 'studio-setup', path: '/admin/setup?code=new', isVisitor: true, isAlone: true, prepare: withSetupLink },
    { ...staff, name: 'studio-today', path: '/admin/today' },
    { ...ofBackups, name: 'studio-backup-none', prepare: backups({ is_daily: false }) },
    { ...ofBackups, name: 'studio-backup-open', prepare: backups({}) },
    { ...ofBackups, name: 'studio-backup-made', prepare: backups({ succeeded_at: anHourAgo }) },
    {
      ...ofBackups,
      name: 'studio-backup-failed',
      prepare: backups({ succeeded_at: anHourAgo - 90_000, backups: [brokenBackup] }),
    },
    { ...ofBackups, name: 'studio-backup-unknown', failing: '**/api/v1/studio/backups' },
    {
      ...staff,
      name: 'studio-search',
      path: '/admin/today',
      isPlaced: true,
      prepare: async page => {
        await page.locator('main h1').waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('searchbox').fill('mila')
        await page.getByRole('dialog').getByRole('link').first().waitFor()
      },
    },
    { name: 'studio-letter', path: '/admin/letter?token=used', isVisitor: true },
    { ...staff, name: 'studio-reviews', path: '/admin/reviews' },
    { ...staff, name: 'studio-desk', path: desk, prepare: atVideo },
    {
      ...staff,
      name: 'studio-desk-comment',
      path: desk,
      prepare: async page => {
        await atVideo(page)
        await press('ArrowRight', 'c')(page)
        await page.keyboard.type('Here the back bends')
      },
    },
    {
      ...staff,
      name: 'studio-desk-confirm',
      path: desk,
      isPlaced: true,
      prepare: async page => {
        await atVideo(page)
        await press('a')(page)
        await page.getByRole('alertdialog').waitFor()
      },
    },
    { ...staff, name: 'studio-keys', path: desk, isPlaced: true, prepare: press('?') },
    { ...staff, name: 'studio-phrases', path: desk, isPlaced: true, prepare: press('/') },
    {
      ...staff,
      name: 'studio-second-factor',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: lacking('second_factor_needed'),
    },
    {
      ...staff,
      name: 'studio-second-factor-set-up',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: lacking('second_factor_to_set_up'),
    },
    {
      ...staff,
      name: 'studio-recovery-codes',
      path: '/admin/reviews',
      isPlaced: true,
      isAlone: true,
      prepare: withRecoveryCodes,
    },
    { ...staff, name: 'studio-inbox', path: '/admin/inbox?show=all' },
    { ...staff, name: 'studio-chat', path: `/admin/inbox/${chatId}?show=all` },
    { ...staff, name: 'studio-users', path: '/admin/users' },
    { ...staff, name: 'studio-user', path: `/admin/users/${learner.id}` },
    { ...staff, name: 'studio-learner', path: `/admin/learners/${learner.id}?part=days` },
    { ...staff, name: 'studio-learner-work', path: `/admin/users/${learner.id}?part=work` },
    { ...staff, name: 'studio-learner-points', path: `/admin/users/${learner.id}?part=points` },
    { ...staff, name: 'studio-learner-notes', path: `/admin/users/${learner.id}?part=notes` },
    { ...staff, name: 'studio-brand', path: '/admin/brand' },
    { ...staff, name: 'studio-audit', path: '/admin/audit' },
    { ...staff, name: 'studio-not-found', path: '/admin/nowhere' },
  ]
}
