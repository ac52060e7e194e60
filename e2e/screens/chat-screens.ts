import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { addCourse, chatOf, demoExpert, endWriting, fillChat } from '../school/chat-people.ts'
import { answerHomework, newHomework, photo } from '../school/homework-course.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { call, handInVideo, placeOf } from '../pages/studio-page.ts'
import type { Screen } from './screen.ts'

const long = `Здравствуйте! Я сняла упражнение с трёх сторон, но при сгибании колено всё равно щёлкает: https://example.com/${'very-long-address/'.repeat(5)}`

async function allowConsultations(chatId: number): Promise<void> {
  await withDatabase(async client => {
    await client.query(
      'update courses set consultation_limit = 5 where id = (select course_id from chats where id = $1)',
      [chatId],
    )
    await client.query(
      `update user_streams set max_consultation_count = 5 where id = (select user_stream_id from chats where id = $1)`,
      [chatId],
    )
  })
}

async function sendPhotos(userId: number, chatId: number, count: number): Promise<void> {
  const ids: number[] = []
  for (let number = 0; number < count; number++) {
    const { name, mimeType, buffer } = photo()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
    ids.push(((await call(userId, 'POST', '/media-files', form)) as { id: number }).id)
  }
  await call(userId, 'POST', `/chats/${chatId}/messages`, { message: 'Three sides', file_ids: ids })
}

/** A chat with everything in it: homework, a verdict with remarks, photos, long words, a consultation asked for. */
async function fullChat() {
  const learner = await newHomework([{ title: 'Film three rounds of the squat', answerWith: 'file', points: 40 }])
  const { chatId } = await placeOf(learner.streamId)
  const expert = await demoExpert()
  await expert.write(chatId, 'Welcome to the course! Ask whatever is not clear.')
  await handInVideo(learner, learner.ids[0] ?? 0)
  await answerHomework(learner.streamId, { verdict: 'FAIL', message: 'Once more, and slower.' }, ([file]) => [
    { file_id: file, seconds: 1, message: 'Here the heels leave the floor' },
  ])
  await sendPhotos(learner.id, chatId, 3)
  await allowConsultations(chatId)
  await withDatabase(client =>
    client.query(`insert into consultation_orders (chat_id, client_key) values ($1, 'screens')`, [chatId]),
  )
  // Each writes no faster than a learner may.
  await new Promise(resolve => setTimeout(resolve, 2100))
  await call(learner.id, 'POST', `/chats/${chatId}/messages`, { message: long })
  await expert.write(chatId, 'A click without pain is nothing to worry about. Keep the knee over the toes.')
  return { userId: learner.id, chatId }
}

async function refuseNext(page: Page, t: Copy): Promise<void> {
  const refusal = { code: 'file_unusable', message: t('media.failure.type') }
  await page.route('**/messages?*', route => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await write(page, t, 'What about the other knee?')
  await page.getByRole('log').getByRole('alert').waitFor()
}

async function write(page: Page, t: Copy, text: string): Promise<void> {
  await page.getByRole('textbox', { name: t('chat.placeholder') }).fill(text)
  await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
}

/** A chat whose expert may be asked for a consultation, with one in this state. */
async function consultationState(status?: 'open' | 'close') {
  const learner = await newLearner()
  const chatId = await chatOf(learner.streamId)
  await allowConsultations(chatId)
  if (status)
    await withDatabase(client =>
      client.query('insert into consultations (chat_id, status, start_number) values ($1, $2, 1)', [chatId, status]),
    )
  return { userId: learner.id, path: `/chat/${chatId}` }
}

/** The chats of somebody who has written much, and of one who has not. */
export async function chatScreens(): Promise<Screen[]> {
  const full = await fullChat()
  const talker = await newLearner()
  const closed = await chatOf(talker.streamId)
  await fillChat(closed, 60)
  await endWriting(talker.streamId)
  const empty = await chatOf(await addCourse(talker.id, 'read-a-chart'))
  const { id: newcomer } = await newMember('kurso')
  const inFull = { userId: full.userId, path: `/chat/${full.chatId}` }
  const ofTalker = { userId: talker.id }
  return [
    { name: 'chats-empty', path: '/chat', userId: newcomer },
    { ...inFull, name: 'chat-full' },
    { ...inFull, name: 'chat-refused', isAlone: true, prepare: refuseNext },
    {
      ...inFull,
      name: 'chat-waiting',
      isAlone: true,
      prepare: async (page, t) => {
        await page.context().setOffline(true)
        await write(page, t, 'From the train')
      },
    },
    { ...(await consultationState('open')), name: 'consultation-open' },
    { ...(await consultationState('close')), name: 'consultation-to-rate' },
    { ...(await consultationState()), name: 'consultation' },
    { ...ofTalker, name: 'chat-closed', path: `/chat/${closed}` },
    { ...ofTalker, name: 'chat-nothing', path: `/chat/${empty}` },
    { ...ofTalker, name: 'chat-missing', path: '/chat/999999999' },
    { ...ofTalker, name: 'chat-error', path: `/chat/${closed}`, failing: '**/messages?*' },
    { ...ofTalker, name: 'chats-error', path: '/chat', failing: '**/spa/api/v1/chats*' },
  ]
}
