import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatPeople, post, read, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let people: ChatPeople
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  people = await startChat(app)
})
afterAll(() => app.close())

const hostile = ['injection.json', 'naughty-strings.json'].flatMap(file =>
  sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
)
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

test('hostile texts are messages like any other, and come back as they were [CHT-03, SEC-07]', {
  timeout: 60_000,
}, async () => {
  const { expert, learner, chatId } = people
  const kept: string[] = []
  for (const text of hostile) {
    const { status, data } = await post(expert, chatId, text)
    const isKept = isStorable(text) && text.trim() !== '' && text.length <= 5000
    expect([text, status]).toEqual([text, isKept ? 200 : 422])
    if (isKept) kept.push(text.trim())
    if (isKept) expect(data.message).toBe(text.trim())
  }
  expect(kept.length).toBeGreaterThan(700)
  const texts: string[] = []
  for (let page = 1; texts.length < kept.length; page++) {
    const { data } = await read(learner, chatId, { sort: 'created_at', page, 'per-page': 100 })
    expect(data.length).toBeGreaterThan(0)
    texts.push(...data.map(({ message }) => message))
  }
  expect(texts).toEqual(kept)
})

test('hostile texts find nothing and break nothing in the inbox; as notes and phrases they are kept [STF-06, SEC-07]', {
  timeout: 60_000,
}, async () => {
  const { expert, chatId } = people
  for (const [index, text] of hostile.entries()) {
    const short = text.slice(0, 90)
    const search = await expert.call('GET /studio/chats', { query: { search: isStorable(short) ? short : '' } })
    expect([text, search.status]).toEqual([text, 200])
    if (index % 10 || !isStorable(text) || text.trim() === '') continue
    const note = await expert.call('POST /studio/chats/:id/notes', { params: { id: chatId }, body: { text } })
    expect(note.data.text).toBe(text.trim())
    const phrase = await expert.call('POST /studio/phrases', { body: { shortcut: text.slice(0, 40), text } })
    expect(phrase.data.text ?? phrase.data.errors).toEqual(text)
  }
})

test('the same text under many keys of hostile shapes is a message for each [CHT-08]', async () => {
  const { learner, expert, course } = people
  const chat = await startChat(app)
  expect([course.id === chat.course.id, learner.userId === chat.learner.userId]).toEqual([false, false])
  const keys = hostile.filter(text => text.trim() === text && /^[\x20-\x7e]{1,100}$/.test(text)).slice(0, 100)
  for (const key of [...keys, ...keys]) expect((await post(expert, chat.chatId, 'Equal', key)).status).toBe(200)
  const { headers } = await read(expert, chat.chatId)
  expect(Number(headers['x-pagination-total-count'])).toBe(new Set(keys).size)
})
