import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newLearner, withDatabase } from '../../e2e/school/people.ts'
import { newMember, userIdOf } from '../../e2e/school/sessions.ts'
import { call } from '../../e2e/pages/studio-page.ts'
import type { Screen } from './screens.ts'

/** Two questions of a learner, one of them answered. */
async function questions() {
  const learner = await newLearner({ daysIn: 3 })
  const ask = async (support_category_id: number, message: string, target_id: number | null = null) => {
    const body = { support_category_id, target_id, name: 'Vera', message }
    return ((await call(learner.id, 'POST', '/tech-questions', body)) as { id: number }).id
  }
  const answered = await ask(7, 'How long may I stay in the course after its last day?', learner.streamId)
  const admin = await userIdOf('admin@example.com')
  const message = 'Two more weeks.\nTell us if you need longer: we can renew it.'
  await call(admin, 'POST', `/studio/support-requests/${answered}/messages`, { message })
  const waiting = await ask(23, 'The film of the second day stops after a minute. I use Safari on an old iPad.')
  return { learner, answered, waiting }
}

/** Somebody who has just signed up; `status` is how far the registration chat is. */
async function newcomer(status: number, firstName = ''): Promise<number> {
  const { id } = await newMember('kurso')
  await withDatabase(client =>
    client.query(`update users set first_name = $2, last_name = '', status = $3 where id = $1`, [
      id,
      firstName,
      status,
    ]),
  )
  return id
}

async function openHelp(page: Page, t: Copy): Promise<void> {
  await page.getByRole('button', { name: t('accounts.login.help') }).click()
  await page.getByRole('dialog').waitFor()
}

async function enterNoName(page: Page, t: Copy): Promise<void> {
  await page.getByLabel(t('onboarding.answer.text')).fill('\u200b')
  await page.getByRole('button', { name: t('onboarding.send') }).click()
}

/** Support, as a learner, a visitor and staff see it, and the registration chat. */
export async function supportScreens(): Promise<Screen[]> {
  const { learner, answered, waiting } = await questions()
  const own = { userId: learner.id }
  const staff = { isStaff: true }
  return [
    { ...own, name: 'support', path: '/support' },
    { ...own, name: 'support-course', path: '/support/7' },
    { ...own, name: 'support-form', path: `/support/7/${learner.streamId}` },
    { ...own, name: 'support-request', path: `/chat/support/${answered}` },
    { ...own, name: 'support-among-chats', path: '/chat' },
    { ...own, name: 'support-no-topic', path: '/support/999' },
    { ...own, name: 'support-error', path: '/support', failing: '**/support-category*' },
    { name: 'support-visitor', path: '/', isVisitor: true, isAlone: true, isPlaced: true, prepare: openHelp },
    { name: 'registration', path: '/registration', userId: await newcomer(10), prepare: enterNoName },
    { name: 'registration-photo', path: '/registration', userId: await newcomer(30, 'Lena') },
    { ...staff, name: 'studio-support', path: '/admin/support' },
    { ...staff, name: 'studio-support-request', path: `/admin/support/${waiting}` },
  ]
}
