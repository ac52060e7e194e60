import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { Attachments, UploadsOutcome } from './attachments.ts'
import { FakeBrowser, FakeTab } from '#kit/queue/testing/fake-browser.ts'
import { FakeSchool } from '#kit/queue/testing/fake-school.ts'
import { withdraw } from './outbox.ts'
import { Outbox, type WriteOptions } from './waiting-writes.ts'
import type { OutboxNews } from './written-rows.ts'
import { databaseWrites } from './write-store.ts'

type Body = { text: string; file_ids?: number[] }

let browser: FakeBrowser
let school: FakeSchool<{ body: Body }>
let outcome: UploadsOutcome
let removed: string[]
let told: string[]
let userId = 0
const outboxes = new Map<FakeTab, Outbox>()
const settled = new Set<() => void>()

beforeEach(() => {
  browser = new FakeBrowser()
  school = new FakeSchool(browser)
  outcome = { kind: 'waiting' }
  removed = []
  told = []
  userId += 1
  outboxes.clear()
  settled.clear()
})

const attachments: Attachments = {
  outcome: async () => outcome,
  retry: async () => {
    outcome = { kind: 'ready', fileIds: [8] }
  },
  resume: async ids => void told.push(...ids.map(id => `${id} goes on`)),
  refused: async ids => void told.push(...ids.map(id => `${id} refused`)),
  released: ids => removed.push(...ids),
  discard: async ids => void removed.push(...ids.map(id => `${id} on the server`)),
  onSettled: listener => settled.add(listener),
}

function open(): Outbox {
  const tab = new FakeTab(browser)
  let keys = 0
  const outbox = new Outbox({
    store: databaseWrites,
    send: async ({ idempotencyKey, call, input }) => school.take(idempotencyKey, call, input as { body: Body }),
    exclusive: tab.exclusive,
    later: tab.later,
    userId: () => userId,
    isOffline: () => browser.isOffline,
    announce: (news: OutboxNews) => tab.tell(news, (other, heard) => outboxes.get(other)?.hear(heard)),
    attachments: async () => attachments,
    newKey: () => `${userId}-${outboxes.size}-${++keys}`,
    now: () => browser.now,
    random: () => 0.5,
  })
  outboxes.set(tab, outbox)
  return outbox
}

const call = 'POST /chats/:id/messages'
const say = (outbox: Outbox, text: string, options?: WriteOptions) => outbox.add(call, { body: { text } }, options)
const rest = () => browser.pause(40)
const arrived = () => school.taken.map(one => one.input.body.text)
const states = (outbox: Outbox, lane: string) => outbox.writesIn(lane).map(view => view.state)

test('a lane that the server makes wait keeps its order and holds no other [CHT-06]', async () => {
  const outbox = open()
  school.fates = [429]
  await say(outbox, 'one', { lane: 'chat:1' })
  await rest()
  await say(outbox, 'two', { lane: 'chat:1' })
  await say(outbox, 'watched')
  await rest()
  expect(arrived()).toEqual(['watched'])
  expect(outbox.writesIn('chat:1').map(view => view.heldUntil)).toEqual([browser.now + 3125, undefined])
  expect(outbox.waiting()).toBe(0)
  await browser.pass(3200)
  await rest()
  expect(arrived()).toEqual(['watched', 'one', 'two'])
  expect(outbox.writesIn('chat:1')).toEqual([])
})

test('a write is there with its key as soon as it is stored, and its answer is told before it goes [CHT-08]', async () => {
  const outbox = open()
  browser.isOffline = true
  const { id, key } = await say(outbox, 'hello', { lane: 'chat:1' })
  expect(outbox.writesIn('chat:1')).toMatchObject([{ id, key, state: 'waiting', input: { body: { text: 'hello' } } }])
  expect(outbox.waiting()).toBe(1)
  const told: unknown[] = []
  outbox.onSentIn('chat:1', ({ write, data }) => told.push([write.id, data, outbox.writesIn('chat:1').length]))
  outbox.onSentLate(() => told.push('late'))
  browser.isOffline = false
  await outbox.drain()
  expect(told).toEqual([[id, { number: 1 }, 1]])
  expect(outbox.writesIn('chat:1')).toEqual([])
})

test('a refused write stays for the person and holds nobody up; tried again it keeps its key [CHT-08]', async () => {
  const outbox = open()
  school.fates = [409]
  const { id, key } = await say(outbox, 'one', { lane: 'chat:1', keepsRefused: true })
  await say(outbox, 'two', { lane: 'chat:1', keepsRefused: true })
  await rest()
  expect(arrived()).toEqual(['two'])
  expect(outbox.writesIn('chat:1')).toMatchObject([
    { state: 'refused', refusal: { status: 409, code: 'code_409', message: 'Refused 409' } },
  ])
  expect([outbox.waiting(), outbox.unsent()]).toEqual([0, 1])
  await outbox.drain()
  expect(school.tries).toBe(2)
  await outbox.retry(id)
  await rest()
  expect(school.taken.at(-1)).toMatchObject({ key, input: { body: { text: 'one' } } })
  expect(outbox.unsent()).toBe(0)
})

test('a refused write with other content gets another key; one never sent keeps its own [REL-02]', async () => {
  const outbox = open()
  school.fates = [409]
  const refused = await say(outbox, 'one', { lane: 'chat:1', keepsRefused: true })
  await rest()
  expect(await outbox.changeInput(refused.id, { body: { text: 'uno' } })).toBe('changed')
  await rest()
  browser.isOffline = true
  const fresh = await say(outbox, 'two', { lane: 'chat:1' })
  expect(await outbox.changeInput(fresh.id, { body: { text: 'dos' } })).toBe('changed')
  browser.isOffline = false
  await outbox.drain()
  expect(arrived()).toEqual(['uno', 'dos'])
  expect(school.taken.map(one => one.key === refused.key || one.key === fresh.key)).toEqual([false, true])
  expect(await outbox.changeInput(fresh.id, { body: { text: 'x' } })).toBe('gone')
})

test('what the server may have is not changed, or one message would become two [REL-02]', async () => {
  const outbox = open()
  school.fates = ['unheard']
  const { id } = await say(outbox, 'one', { lane: 'chat:1' })
  await rest()
  expect(await outbox.changeInput(id, { body: { text: 'uno' } })).toBe('undecided')
  await outbox.drain()
  expect([arrived(), outbox.unsent()]).toEqual([['one'], 0])
})

test('a refusal is thrown to who waits for it, and a kept write stays all the same', async () => {
  const outbox = open()
  school.fates = [409, 409]
  await expect(outbox.enqueue(call, { body: { text: 'kept' } }, { keepsRefused: true })).rejects.toThrow('409')
  await expect(outbox.enqueue(call, { body: { text: 'dropped' } })).rejects.toThrow('409')
  expect(outbox.writesIn('').map(view => (view.input as { body: Body }).body.text)).toEqual(['kept'])
})

test('a write waits for its uploads and takes their media ids; its files go with it [HWK-11]', async () => {
  const outbox = open()
  await say(outbox, 'see', { lane: 'homework:1', uploads: ['a', 'b'] })
  await rest()
  expect([arrived(), states(outbox, 'homework:1')]).toEqual([[], ['waiting']])
  outcome = { kind: 'ready', fileIds: [5, 6] }
  for (const listener of settled) listener()
  await rest()
  expect(school.taken[0]?.input.body).toEqual({ text: 'see', file_ids: [5, 6] })
  expect([outbox.unsent(), removed]).toEqual([0, ['a', 'b']])
})

test('an upload that failed refuses its write; trying the write again starts the upload again [HWK-11]', async () => {
  const outbox = open()
  outcome = { kind: 'failed', code: 'no_space', message: '' }
  const { id } = await say(outbox, 'see', { lane: 'homework:1', uploads: ['a'] })
  await rest()
  expect(outbox.writesIn('homework:1')).toMatchObject([{ state: 'refused', refusal: { status: 0, code: 'no_space' } }])
  await outbox.retry(id)
  await rest()
  expect(school.taken[0]?.input.body).toEqual({ text: 'see', file_ids: [8] })
})

test('uploads that were paused go on when a write waits for them', async () => {
  const outbox = open()
  await say(outbox, 'see', { lane: 'homework:1', uploads: ['a', 'b'] })
  await rest()
  expect(told).toEqual(['a goes on', 'b goes on'])
})

test('files that the server has deleted meanwhile end, so that trying again uploads them from the start', async () => {
  const outbox = open()
  outcome = { kind: 'ready', fileIds: [5] }
  school.fates = ['file_unusable']
  const { id } = await say(outbox, 'see', { lane: 'homework:1', uploads: ['a'] })
  await rest()
  expect(outbox.writesIn('homework:1')).toMatchObject([{ state: 'refused', refusal: { code: 'file_unusable' } }])
  expect(told).toEqual(['a goes on', 'a refused'])
  await outbox.retry(id)
  await rest()
  expect(school.taken[0]?.input.body).toEqual({ text: 'see', file_ids: [8] })
})

test('a discarded write takes its files along, here and on the server', async () => {
  const outbox = open()
  const { id } = await say(outbox, 'one', { lane: 'homework:1', uploads: ['a'] })
  await outbox.discard(id)
  expect([removed, outbox.unsent()]).toEqual([['a on the server'], 0])
})

test('every tab shows what waits and what is being sent, and takes over from one that is gone [HWK-11]', async () => {
  const first = open()
  const [firstTab] = outboxes.keys()
  const second = open()
  browser.isOffline = true
  await say(first, 'one', { lane: 'chat:1' })
  await rest()
  expect(states(second, 'chat:1')).toEqual(['waiting'])
  const same = second.writesIn('chat:1')
  second.hear({ kind: 'sending', id: -1, isSending: false })
  expect(second.writesIn('chat:1')).not.toBe(same)
  second.hear({ kind: 'sending', id: same[0]?.id ?? 0, isSending: true })
  expect(states(second, 'chat:1')).toEqual(['sending'])
  firstTab?.kill()
  browser.isOffline = false
  await second.drain()
  expect([arrived(), second.unsent()]).toEqual([['one'], 0])
})

test('another user of the same browser sends nothing of the first [ACC-20]', async () => {
  const outbox = open()
  browser.isOffline = true
  await say(outbox, 'mine')
  const mine = userId
  userId += 1
  browser.isOffline = false
  await outbox.drain()
  expect([school.tries, outbox.unsent()]).toEqual([0, 0])
  userId = mine
  await outbox.drain()
  expect(arrived()).toEqual(['mine'])
  userId += 1
})

test('writes with a gap go out apart, in order and without a refusal, and say when; another lane does not wait [CHT-06]', async () => {
  const outbox = open()
  const spaced = { lane: 'chat:1', gap: 15_000 }
  for (const text of ['one', 'two', 'three']) await say(outbox, text, spaced)
  await say(outbox, 'elsewhere', { lane: 'chat:2', gap: 15_000 })
  await rest()
  expect(arrived().toSorted()).toEqual(['elsewhere', 'one'])
  const sentAt = (outbox.writesIn('chat:1')[0]?.heldUntil ?? 0) - 15_000
  expect(browser.now - sentAt).toBeLessThan(1000)
  expect(outbox.writesIn('chat:1').map(view => view.heldUntil)).toEqual([sentAt + 15_000, sentAt + 30_000])
  await outbox.drain()
  expect(arrived()).toHaveLength(2)
  await browser.pass(sentAt + 15_000 - browser.now)
  await rest()
  expect(arrived().at(-1)).toBe('two')
  expect(outbox.writesIn('chat:1')).toMatchObject([{ state: 'waiting', input: { body: { text: 'three' } } }])
  await browser.pass(15_500)
  await rest()
  expect(arrived().at(-1)).toBe('three')
})

test('one that is taken back while it waits never goes out, and the one behind it takes its turn [CHT-06]', async () => {
  const outbox = open()
  const spaced = { lane: 'chat:1', gap: 15_000 }
  await say(outbox, 'one', spaced)
  await rest()
  const { id } = await say(outbox, 'two', spaced)
  await say(outbox, 'three', spaced)
  await rest()
  const [, third] = outbox.writesIn('chat:1').map(view => view.heldUntil)
  expect(await withdraw(databaseWrites, outbox, id)).toBe('withdrawn')
  expect(outbox.writesIn('chat:1').map(view => view.heldUntil)).toEqual([(third ?? 0) - 15_000])
  await browser.pass(15_500)
  await rest()
  expect(arrived()).toEqual(['one', 'three'])
})

test('what waits for its turn survives a reload: the server says how long, and it goes out once [CHT-06, REL-02]', async () => {
  const before = open()
  const spaced = { lane: 'chat:1', gap: 15_000 }
  await say(before, 'one', spaced)
  await rest()
  await say(before, 'two', spaced)
  await rest()
  outboxes.clear()
  school.fates = [429]
  const after = open()
  await after.drain()
  await rest()
  expect(after.writesIn('chat:1')).toMatchObject([{ state: 'waiting', heldUntil: expect.any(Number) }])
  await browser.pass(16_000)
  await rest()
  expect(arrived()).toEqual(['one', 'two'])
})
