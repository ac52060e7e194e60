import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUpload } from '#server/app/testing/chat-people.ts'
import { connectLive, originOf } from '#server/app/testing/live-client.ts'
import type { TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import { pageOf, type RecordedCall, recordedCall } from '#server/app/testing/recorded-call.ts'

let app: TestApp
let origin = ''
let call: RecordedCall
const start = Date.parse('2027-03-01T10:00:00Z')
const hour = 3_600_000

beforeAll(async () => {
  app = await startUnsweptApp()
  origin = await originOf(app.server)
})
beforeEach(async () => {
  call = await recordedCall(app, start)
})
afterAll(() => app.close())

type Answer = { status: number; data: unknown }
const codeOf = ({ status, data }: Answer) => [status, (data as { code?: string }).code]
const newest = async (who: TestClient) => (await call.read(who)).data.recordings[0]
const sides = async () => {
  const { rows } = await app.db.query<{ user_id: number; agreed_at: Date; withdrawn_at: Date | null }>({
    text: `select s.user_id, s.agreed_at, s.withdrawn_at from call_recording_sides s
      join call_recordings r on r.id = s.recording_id where r.consultation_id = $1 order by s.agreed_at, s.user_id`,
    values: [call.id],
  })
  return rows.map(row => [row.user_id, row.agreed_at.getTime(), row.withdrawn_at?.getTime()])
}

describe('what both agree to', () => {
  test('one asks and nothing runs; when the other agrees it runs for both, and rows say who agreed when [CNS-19]', async () => {
    const { learner, expert } = call
    const asked = await call.agree(learner, 'phone')
    expect(asked.data.recordings).toMatchObject([{ state: 'asked', agreed_ids: [learner.userId], started_at: null }])
    expect(await newest(expert)).toMatchObject({ state: 'asked', own_page: null })
    app.clock.set(start + 5000)
    const id = asked.data.recordings[0]?.id ?? 0
    const agreed = await call.agree(expert, 'desk', id)
    expect(agreed.data).toMatchObject({
      now: start + 5000,
      recordings: [{ id, state: 'running', own_page: pageOf('desk') }],
    })
    expect(await newest(learner)).toMatchObject({
      state: 'running',
      started_at: start / 1000 + 5,
      agreed_ids: [learner.userId, expert.userId],
      own_page: pageOf('phone'),
    })
    expect(await sides()).toEqual([
      [learner.userId, start, undefined],
      [expert.userId, start + 5000, undefined],
    ])
  })

  test('both press at once, again and again: one recording, and it runs [CNS-19]', async () => {
    const { learner, expert } = call
    const answers = await Promise.all([
      call.agree(learner, 'phone'),
      call.agree(expert, 'desk'),
      call.agree(learner, 'phone'),
      call.agree(expert, 'desk'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await call.read(learner)).data.recordings).toMatchObject([{ state: 'running' }])
  })

  test('one takes the question back while the other agrees: it is over, or was never begun [CNS-19]', async () => {
    const { learner, expert } = call
    for (let round = 0; round < 5; round++) {
      const asked = await call.agree(learner, 'phone')
      const id = asked.data.recordings[0]?.id ?? 0
      const [agreed] = await Promise.all([call.agree(expert, 'desk', id), call.stop(learner, id)])
      if (agreed.status !== 200) expect(codeOf(agreed)).toEqual([409, 'recording_withdrawn'])
      const { rows } = await app.db.query<{ count: number }>({
        text: 'select count(*)::int as count from call_recordings where consultation_id = $1 and ended_at is null',
        values: [call.id],
      })
      expect(rows).toEqual([{ count: 0 }])
    }
  })

  test('what was taken back, or asked in another call, cannot be agreed to; saying no ends it [CNS-19]', async () => {
    const { learner, expert } = call
    const id = (await call.agree(learner, 'phone')).data.recordings[0]?.id ?? 0
    expect((await call.stop(expert, id)).data.recordings).toEqual([])
    expect(codeOf(await call.agree(expert, 'desk', id))).toEqual([409, 'recording_withdrawn'])
    const other = await recordedCall(app, start)
    const theirs = (await other.agree(other.learner, 'phone')).data.recordings[0]?.id ?? 0
    expect(codeOf(await call.agree(expert, 'desk', theirs))).toEqual([409, 'recording_withdrawn'])
    await call.stop(learner, theirs)
    expect((await other.read(other.learner)).data.recordings).toMatchObject([{ state: 'asked' }])
  })

  test('either stops it for both, at any time and twice; the consent of who stopped ends with it [CNS-19]', async () => {
    const { learner, expert } = call
    for (const [index, who] of [learner, expert].entries()) {
      const id = await call.begin()
      app.clock.set(start + hour + index * 1000)
      await call.stop(who, id)
      const again = await call.stop(who, id)
      expect(again.data.recordings[0]).toMatchObject({ id, state: 'over', ended_at: start / 1000 + 3600 + index })
      const withdrawn = (await sides()).filter(side => side[2] === app.clock.now)
      expect(withdrawn.map(([userId]) => userId)).toEqual([who.userId])
      app.clock.set(start)
    }
  })

  test.each([
    ['leaves the page', 'phone', 'leaving'],
    ['comes in another tab, or after a reload', 'tablet', 'here'],
  ] as const)('who %s has agreed no more, and both hear that it is over [CNS-19]', async (_, page, kind) => {
    const { learner, expert } = call
    const heard = await connectLive(origin, expert.token, { [`call:${call.id}`]: null })
    await expect.poll(() => heard.of('joined')).toHaveLength(1)
    const id = await call.begin()
    await expect
      .poll(() => heard.events(`call:${call.id}`).map(({ type }) => type))
      .toEqual(['call_recording', 'call_recording'])
    await call.say(learner, 'phone', 'here')
    await call.say(expert, 'desk', 'still')
    expect(await newest(learner)).toMatchObject({ id, state: 'running' })
    await call.say(learner, page, kind)
    expect(await newest(expert)).toMatchObject({ id, state: 'over', agreed_ids: [expert.userId] })
    await expect.poll(() => heard.events(`call:${call.id}`).at(-1)?.type).toBe('call_recording')
    heard.socket.terminate()
    // What was agreed to is not asked again by itself.
    expect((await call.agree(learner, page)).data.recordings[0]).toMatchObject({ state: 'asked' })
  })

  test('it can be asked for only while the call is open, and by its two people [CNS-19]', async () => {
    const { learner } = call
    app.clock.set(start - hour)
    expect(codeOf(await call.agree(learner, 'phone'))).toEqual([409, 'call_early'])
    app.clock.set(start + 2 * hour)
    expect(codeOf(await call.agree(learner, 'phone'))).toEqual([409, 'call_over'])
    app.clock.set(start)
    for (const who of [await app.signIn(), await app.signIn({ role: 'expert' }), await app.signIn({ role: 'admin' })])
      expect((await call.agree(who, 'phone')).status).toBe(404)
    expect((await call.agree(app.visitor, 'phone')).status).toBe(401)
    const wrong = await learner.call('POST /online-consultation/:id/recordings', {
      params: { id: call.id },
      body: { page: 'me' },
    })
    expect([wrong.status, Object.keys((wrong.data as unknown as { errors: object }).errors)]).toEqual([422, ['page']])
  })

  test('in a place that is over, where nobody could watch it, no call is recorded [CNS-19]', async () => {
    const over = await recordedCall(app, start, { endsOn: '2027-02-20' })
    expect((await over.read(over.learner)).data.can_record).toBe(false)
    expect(codeOf(await over.agree(over.learner, 'phone'))).toEqual([409, 'recording_unsupported'])
    expect((await call.read(call.learner)).data.can_record).toBe(true)
  })
})

describe('what each sends', () => {
  test('one’s own video is a part of it, once, also after the call; it is in no message and stays [CNS-19]', async () => {
    const { learner, expert, pupil } = call
    const id = await call.begin()
    app.clock.set(start + 2 * hour)
    await call.stop(learner, id)
    const clip = await call.clipOf(learner)
    const first = await call.handIn(learner, id, clip, start + 1500)
    const again = await call.handIn(learner, id, clip, start + 1500)
    expect([first.data.recordings[0], again.data.recordings[0]]).toMatchObject([
      { state: 'over', sent_ids: [learner.userId], film: null },
      { sent_ids: [learner.userId] },
    ])
    const sent = await learner.call('POST /chats/:id/messages', {
      params: { id: pupil.chatId },
      body: { file_ids: [clip] },
    })
    expect(codeOf(sent)).toEqual([422, 'file_unusable'])
    expect(codeOf(await learner.call('DELETE /media-files/:id', { params: { id: clip } }))).toEqual([
      409,
      'file_in_use',
    ])
    expect(codeOf(await call.handIn(learner, id, await call.clipOf(learner)))).toEqual([409, 'recording_closed'])
    const both = await call.handIn(expert, id, await call.clipOf(expert))
    expect(both.data.recordings[0]?.sent_ids).toEqual([learner.userId, expert.userId])
  })

  test('who did not agree sends nothing, nor anybody a file of another, a picture, or one that is on its way [CNS-19]', async () => {
    const { learner, expert } = call
    const asked = (await call.agree(learner, 'phone')).data.recordings[0]?.id ?? 0
    expect(codeOf(await call.handIn(expert, asked, await call.clipOf(expert)))).toEqual([403, 'recording_not_agreed'])
    expect(codeOf(await call.handIn(learner, asked, await call.clipOf(learner)))).toEqual([403, 'recording_not_agreed'])
    await call.agree(expert, 'desk', asked)
    await call.stop(expert, asked)
    const stranger = await app.signIn()
    const admin = await app.signIn({ role: 'admin' })
    for (const who of [stranger, admin])
      expect((await call.handIn(who, asked, await call.clipOf(who))).status).toBe(404)
    expect((await call.handIn(learner, asked + 9999, await call.clipOf(learner))).status).toBe(404)
    for (const [file, status, code] of [
      [await call.clipOf(expert), 422, 'file_unusable'],
      [await insertUpload(app, learner.userId), 422, 'file_unusable'],
      [await call.clipOf(learner, 'FAIL'), 422, 'file_unusable'],
      [await call.clipOf(learner, 'NOT_UPLOADED'), 409, 'files_uploading'],
    ] as const)
      expect(codeOf(await call.handIn(learner, asked, file))).toEqual([status, code])
    expect((await call.handIn(learner, asked, await call.clipOf(learner, 'UPLOADED'))).status).toBe(200)
  })

  test('a part that comes hours after the end is refused [CNS-19]', async () => {
    const { learner } = call
    const id = await call.begin()
    await call.stop(learner, id)
    app.clock.set(start + 6 * hour + 1000)
    expect(codeOf(await call.handIn(learner, id, await call.clipOf(learner)))).toEqual([409, 'recording_closed'])
  })
})
