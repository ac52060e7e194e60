import { chatPage } from '../pages/chat-page.ts'
import { messagesIn } from '../school/chat-people.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const studio = studioTexts('en')

test('a learner asks for a consultation, the expert approves and closes it, the learner rates it: all live [CNS-01] [CNS-02] [CNS-03] [CNS-04] [RTE-18]', async ({
  browser,
}) => {
  const person = await newHomework([])
  const { chatId, courseId } = await placeOf(person.streamId)
  await withDatabase(async client => {
    await client.query('update courses set consultation_limit = 2 where id = $1', [courseId])
    await client.query('update user_streams set max_consultation_count = 2 where id = $1', [person.streamId])
  })
  const expert = await newStaff('expert', 'Carla')
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await browser.newContext({ viewport: { width: 1244, height: 900 } })
  await signInByCookie(phone, person.id)
  await signInToStudio(desk, expert.id)
  const [learner, staff] = [await phone.newPage(), await desk.newPage()]

  await learner.goto(`/chat/${chatId}`)
  const banner = learner.getByRole('region', { name: en('consultations.label') })
  await expect(banner).toContainText(en('consultations.maximum', { count: 2 }))
  await staff.goto(`/admin/inbox/${chatId}`)
  await expect(staff.getByRole('heading', { name: studio('consultations.title') })).toBeVisible()

  const request = async (answer: 'yes' | 'no') => {
    await banner.getByRole('button', { name: en('consultations.order') }).click()
    const question = learner.getByRole('alertdialog', { name: en('consultations.order.sure') })
    await expect(question).toContainText('uses 1 of your 2 consultations')
    await question.getByRole('button', { name: en(`consultations.order.${answer}`), exact: true }).click()
  }
  await request('no')
  await request('yes')
  await expect(banner).toContainText(en('consultations.waiting'))
  await banner.getByRole('button', { name: en('consultations.withdraw') }).click()
  await expect(banner).not.toContainText(en('consultations.waiting'))
  await expect(banner).toContainText(en('consultations.maximum', { count: 2 }))
  await request('yes')
  await expect(banner).toContainText(en('consultations.waiting'))
  await staff.getByRole('button', { name: studio('consultations.approve') }).click()
  await expect(banner, 'it opens by itself').toContainText(en('consultations.open'))
  await chatPage(learner).send('Is my knee too far in front?')
  await expect(staff.getByRole('log').getByText('Is my knee too far in front?')).toBeVisible()

  await staff.getByRole('button', { name: studio('consultations.endOf', { amount: 1, most: 2 }) }).click()
  const panel = staff.getByRole('region', { name: studio('consultations.title') })
  await expect(panel.getByRole('button', { name: studio('consultations.open') })).toBeVisible()
  await expect(panel, 'the button that had the focus is gone').toBeFocused()
  const rating = learner.getByRole('dialog', { name: en('consultations.rate') })
  await expect(rating, 'it asks by itself how it was').toBeVisible()
  await expect(banner).toContainText(en('consultations.left', { count: 1 }))
  await rating.getByRole('button', { name: en('chat.rating.stars', { count: 4 }) }).click()
  await expect(rating).toBeHidden()
  await learner.reload()
  await expect(banner).toContainText(en('consultations.left', { count: 1 }))
  await expect(rating).toBeHidden()

  const { rows } = await withDatabase(client =>
    client.query('select status, rating from consultations where chat_id = $1', [chatId]),
  )
  expect(rows).toEqual([{ status: 'rated', rating: 4 }])
  expect((await messagesIn(chatId)).map(({ text }) => text)).toContain('Is my knee too far in front?')
  await phone.close()
  await desk.close()
})
