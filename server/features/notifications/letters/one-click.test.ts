import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatPeople, post, startChat } from '#server/app/testing/chat-people.ts'
import { type MailedApp, startMailedApp } from '#server/app/testing/mailed-app.ts'

let app: MailedApp
let people: ChatPeople
beforeAll(async () => {
  app = await startMailedApp()
  app.clock.set('2026-12-10T11:00:00Z')
  people = await startChat(app)
  for (const [name, { userId }] of [
    ['reader', people.learner],
    ['expert', people.expert],
  ] as const)
    await app.db.query({
      text: `update users set email = $2, is_email_validated = true, language_code = 'ru' where id = $1`,
      values: [userId, `${name}@example.com`],
    })
  await people.learner.call('PUT /user-digest', { body: { pace: 'daily' } })
  await people.expert.call('PUT /user-digest', { body: { pace: 'daily' } })
})
afterAll(() => app.close())

const paceOf = async (who = people.learner) => (await who.call('GET /user-digest')).data.pace
/** What a mail program posts, with a form or in parts (RFC 8058, 3.2), without any session. */
const click = (url: string, type = 'application/x-www-form-urlencoded') => {
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const isForm = type.startsWith('application/')
  return app.server.inject({
    method: 'POST',
    url: url.replace('https://school.test', ''),
    headers: { 'content-type': type },
    payload: isForm ? 'List-Unsubscribe=One-Click' : parts,
  })
}
/** The value of a header as it travelled, unfolded. */
const headersOf = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)

async function morning(date: string) {
  await post(people.expert, people.chatId, `Молодец, ${'так '.repeat(300)}дальше`)
  app.clock.set(app.clock.now + 60_000)
  await app.notices.sweep()
  app.clock.set(`${date}T09:00:30Z`)
  await app.notices.sweep()
}

test('a digest arrives as a well-formed e-mail of two parts, which a mail program ends in one click [PRO-16, PRO-18]', async () => {
  await morning('2026-12-11')
  const letter = await app.mail.next()
  expect(letter.envelopeTo).toEqual(['reader@example.com'])
  for (const line of letter.raw.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(998)
  expect(letter.raw, 'all of it is ASCII on its way').toMatch(/^[\r\n\t -~]*$/)
  const headers = headersOf(letter.raw)
  const values = (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value)
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'])
    expect(values(name), name).toHaveLength(1)
  expect(values('content-type')[0]).toMatch(/^multipart\/alternative;/)
  const types = [...letter.raw.matchAll(/^Content-Type: (text\/\w+); charset=utf-8/gim)].map(([, type]) => type)
  expect(types, 'plain first, as it is the plainer one').toEqual(['text/plain', 'text/html'])
  expect(letter.subject).toBe('Непросмотренных уведомлений: 1')
  expect(values('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  const [listed = '', ...more] = values('list-unsubscribe')
  expect([listed, more]).toEqual([expect.stringMatching(/^<https:\/\/school\.test\/unsubscribe\?token=[\w.-]+>$/), []])
  const url = listed.slice(1, -1)
  for (const part of [letter.text ?? '', letter.html ?? '']) {
    expect(part).toContain(url)
    expect(part).toContain('Молодец')
  }
  expect(letter.html).toContain(`<a href="${url}"`)

  // Nobody is signed in; looking at it changes nothing, and what is made up ends nothing of anybody.
  expect(
    (await app.server.inject({ url: url.replace('https://school.test', ''), headers: { accept: 'text/html' } }))
      .statusCode,
  ).toBe(200)
  const token = new URL(url).searchParams.get('token') ?? ''
  const forged = [
    token.replace(/-\d+/, `-${people.expert.userId}`),
    token.replace('digest', 'message'),
    token.replace(/\..+$/, '.'),
    token.replace(/\..+$/, `.${'A'.repeat(43)}`),
    '',
  ]
  for (const wrong of forged) expect((await click(`/unsubscribe?token=${wrong}`)).statusCode, wrong).toBe(404)
  expect((await click('/unsubscribe')).statusCode).toBe(404)
  expect([await paceOf(), await paceOf(people.expert)]).toEqual(['daily', 'daily'])
  expect(
    (await Promise.all([click(url), click(url, 'multipart/form-data; boundary=x')])).map(
      ({ statusCode }) => statusCode,
    ),
  ).toEqual([200, 200])
  expect((await click(url)).statusCode).toBe(200)
  expect([await paceOf(), await paceOf(people.expert)]).toEqual(['off', 'daily'])
  const before = app.mail.arrived.length
  await morning('2026-12-12')
  expect(app.mail.arrived).toHaveLength(before)
})
