import { afterAll, beforeAll, expect, test, describe } from 'vitest'
import { type ChatPeople, eventsOf, insertUpload, post, read, startChat } from '#server/app/testing/chat-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

describe('many learners write at once', () => {
  let app: TestApp
  let chats: ChatPeople[]
  beforeAll(async () => {
    app = await startTestApp({ hearsNotifications: true })
    app.clock.set('2026-12-10T10:00:00Z')
    chats = await Promise.all(Array.from({ length: 30 }, () => startChat(app)))
  })
  afterAll(() => app.close())

  /**
   * Everybody writes once and waits out the delay: sessions and places are then cached, so that each further message is
   * a single statement.
   */
  async function greet() {
    for (const { learner, chatId } of chats) expect((await post(learner, chatId, 'Hello')).status).toBe(200)
    app.clock.set(app.clock.now + 16_000)
  }

  test('messages of 30 learners who write at once are stored together: each in its own chat, with its own text and events [CHT-03]', async () => {
    await greet()
    const answers = await Promise.all(
      chats.map(({ learner, chatId }) => post(learner, chatId, `I am ${learner.userId}`)),
    )
    expect(answers.map(({ data }) => [data.dialog_id, data.user_id, data.number, data.message])).toEqual(
      chats.map(({ learner, chatId }) => [chatId, learner.userId, 2, `I am ${learner.userId}`]),
    )
    // Counted over everything that ran meanwhile: one statement each would make 30.
    expect(Math.max(...answers.map(({ statements }) => statements))).toBeLessThan(15)
    for (const [index, { learner, chatId }] of chats.entries()) {
      const [latest, first] = (await read(learner, chatId)).data
      expect([latest?.id, latest?.message, first?.message]).toEqual([
        answers[index]?.data.id,
        `I am ${learner.userId}`,
        'Hello',
      ])
      expect((await eventsOf(app, chatId)).map(event => [event.seq, event.data])).toEqual([
        [1, { message_id: first?.id }],
        [2, { message_id: latest?.id }],
      ])
    }
  })

  test('of messages written together, each has its own delay, known key and files [CHT-06, CHT-07, CHT-08]', async () => {
    app.clock.set(app.clock.now + 60_000)
    const [soon, again, withFile, ...others] = chats
    if (!soon || !again || !withFile) throw new Error('Too few chats')
    const known = await post(again.learner, again.chatId, 'Known', 'known')
    expect((await post(soon.learner, soon.chatId, 'Just now')).status).toBe(200)
    const fileId = await insertUpload(app, withFile.learner.userId)
    const [early, repeated, file, ...rest] = await Promise.all([
      post(soon.learner, soon.chatId, 'Too soon'),
      post(again.learner, again.chatId, 'Known', 'known'),
      withFile.learner.call('POST /chats/:id/messages', {
        params: { id: withFile.chatId },
        body: { file_ids: [fileId] },
      }),
      ...others.map(({ learner, chatId }) => post(learner, chatId, 'In time')),
    ])
    expect([early.status, early.data.code]).toEqual([429, 'message_too_soon'])
    expect([repeated.status, repeated.data.id]).toEqual([200, known.data.id])
    expect((await read(withFile.learner, withFile.chatId)).data[0]).toMatchObject({
      id: file.data.id,
      files: [{ id: fileId }],
    })
    expect(rest.map(({ status, data }) => [status, data.files])).toEqual(others.map(() => [200, []]))
  })
})

describe('people write hostile texts', () => {
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

  test('hostile texts are messages like any other and come back unchanged [CHT-03, SEC-07]', {
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
})
