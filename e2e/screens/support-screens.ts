import { photo } from '../school/homework-course.ts'
import { newLearner } from '../school/people.ts'
import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { userIdOf } from '../school/sessions.ts'
import { call } from '../pages/studio-page.ts'
import type { Screen } from './screen.ts'

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

async function choosePhoto(page: Page, t: Copy) {
  await page.locator('input[type=file]').setInputFiles(photo())
  await page.getByText(t('media.upload.done')).waitFor()
}

/** Support, as learners and staff see it. */
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
    { ...staff, name: 'studio-support', path: '/admin/support' },
    { ...staff, name: 'studio-support-request', path: `/admin/support/${waiting}` },
    { ...staff, name: 'studio-support-files', path: `/admin/support/${waiting}`, isAlone: true, prepare: choosePhoto },
  ]
}
