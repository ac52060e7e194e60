import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import type { request } from '#kit/request/request.ts'
import { afterEdit, isDone } from '#shared/features/courses/draft.ts'
import type { DraftChangeWire, DraftHeadWire, DraftWire } from '#shared/features/courses/draft-fields.ts'
import { add, type Edit, type Parts, partsAfter, partsOfKind, step } from './draft-edits.ts'
import { draftQuery, OrderWriting } from './order-writing.ts'

const part = (id: string, parent_id: string | null, sort: number): DraftHeadWire => ({
  id,
  kind: parent_id === null ? 'course' : 'stage',
  key: id,
  parent_id,
  sort,
  is_removed: false,
  revision: 1,
  content: { title: { en: id } },
  text_languages: [],
})

/** What the server has, which it answers and changes as the real one does. */
const server = { draft: {} as DraftWire, isDown: false, isCutOff: false, isGone: false }
vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<{ request: typeof request }>()),
  request: async (name: string, input: { body?: DraftChangeWire }) => {
    await Promise.resolve()
    if (server.isDown) throw new NetworkError('/')
    if (server.isGone) throw new RequestError('/', new Response(null, { status: 404 }), {})
    if (name.startsWith('GET')) return { data: structuredClone(server.draft) }
    const { revision = 0, ...edit } = input.body ?? { added: [], placed: [] }
    if (revision !== server.draft.revision && !isDone(server.draft.parts, edit)) throw overtaken()
    change(edit)
    if (server.isCutOff) throw new NetworkError('/')
    return { data: { revision: server.draft.revision } }
  },
}))
const overtaken = () =>
  new RequestError('/', new Response(null, { status: 409 }), { code: 'draft_changed', message: '' })

function change(edit: Edit) {
  expect(afterEdit(server.draft.parts, edit)).toBeDefined()
  const parts = partsAfter(server.draft.parts, edit)
  server.draft = { ...server.draft, parts, revision: server.draft.revision + 1 }
}
/** Somebody else changes the draft. */
const byOthers = (edit: (parts: Parts) => Edit) => change(edit(server.draft.parts))

const { queryKey } = draftQuery(1)
const shown = (): Parts => queryClient.getQueryData(queryKey)?.parts ?? []
const rowOf = (parts: Parts) => partsOfKind(parts, 'root', 'stage').map(({ content }) => content.title?.['en'])
const more = (title: string) => (parts: Parts) =>
  add(parts, { kind: 'stage', holder: 'root', titles: [title], language: 'en' }).edit

let orders: OrderWriting
beforeEach(() => {
  const about = { key: 'tea', title: 'Tea', version: 0, base: 0, revision: 1, updated_at: 0, updated_by: null }
  const stages = ['a', 'b', 'c'].map((id, sort) => part(id, 'root', sort))
  server.draft = { ...about, parts: [part('root', null, 0), ...stages] }
  Object.assign(server, { isDown: false, isCutOff: false, isGone: false })
  queryClient.setQueryData(queryKey, structuredClone(server.draft))
  orders = new OrderWriting(1)
})

afterEach(() => {
  orders.end()
  vi.useRealTimers()
})

test('what somebody else has added meanwhile is taken in, and all that waits is saved with it', async () => {
  byOthers(more('theirs'))
  await Promise.all([orders.change(more('mine')(shown())), orders.change(step(shown(), ['b'], -1))])
  expect(new Set(rowOf(server.draft.parts))).toEqual(new Set(['a', 'b', 'c', 'mine', 'theirs']))
  expect(rowOf(server.draft.parts).slice(0, 3)).toEqual(['b', 'a', 'c'])
  expect(shown()).toEqual(server.draft.parts)
  expect(await orders.saved()).toBe(true)
})

test.each([
  ['mine', ['b', 'a', 'c', 'new']],
  ['theirs', ['a', 'c', 'new', 'b']],
] as const)('two orders are both kept until one is chosen, here %s, and across a reload [STF-15]', async (by, row) => {
  byOthers(parts => step(parts, ['c'], -1))
  await orders.change(step(shown(), ['b'], -1))
  expect(rowOf(shown()), 'the own order stays on the screen').toEqual(['b', 'a', 'c'])
  expect(orders.state.read().conflict?.holders).toEqual(['root'])
  expect(rowOf(orders.state.read().conflict?.theirs.parts ?? [])).toEqual(['a', 'c', 'b'])
  expect(rowOf(server.draft.parts)).toEqual(['a', 'c', 'b'])
  // Meanwhile the author goes on, and reloads the page.
  await orders.change(more('new')(shown()))
  expect(await orders.saved()).toBe(false)
  queryClient.setQueryData(queryKey, structuredClone(server.draft))
  orders = new OrderWriting(1)
  orders.resume()
  await vi.waitFor(() => expect(orders.state.read().conflict).toBeDefined())
  expect(rowOf(shown())).toEqual(['b', 'a', 'c', 'new'])
  server.isDown = true
  await expect(orders.settle(by)).rejects.toThrow('got no answer')
  expect(orders.state.read().conflict, 'nothing is lost without a network').toBeDefined()
  server.isDown = false
  await orders.settle(by)
  expect(orders.state.read().conflict).toBeUndefined()
  expect(rowOf(server.draft.parts)).toEqual(row)
  expect(shown()).toEqual(server.draft.parts)
})

test('who settles while the order changes once more is asked again', async () => {
  byOthers(parts => step(parts, ['c'], -1))
  await orders.change(step(shown(), ['b'], -1))
  byOthers(parts => step(parts, ['c'], -1))
  await orders.settle('mine')
  expect(rowOf(orders.state.read().conflict?.theirs.parts ?? [])).toEqual(['c', 'a', 'b'])
  await orders.settle('mine')
  expect(rowOf(server.draft.parts)).toEqual(['b', 'a', 'c'])
})

test('an order that is changed without a network is kept, also across a reload, and saved once there is one [STF-15]', async () => {
  vi.useFakeTimers()
  server.isDown = true
  await Promise.all([orders.change(step(shown(), ['b'], -1)), orders.change(more('first')(shown()))])
  await orders.change(more('second')(shown()))
  const mine = ['b', 'a', 'c', 'first', 'second']
  expect(rowOf(shown())).toEqual(mine)
  await vi.advanceTimersByTimeAsync(5000)
  expect(orders.state.read().isWaiting, 'it is tried again in vain').toBe(true)
  expect(await orders.saved()).toBe(false)
  vi.clearAllTimers()
  queryClient.setQueryData(queryKey, structuredClone(server.draft))
  orders = new OrderWriting(1)
  orders.resume()
  await vi.advanceTimersByTimeAsync(1)
  expect(rowOf(shown())).toEqual(mine)
  byOthers(more('theirs'))
  server.isDown = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(new Set(rowOf(server.draft.parts))).toEqual(new Set([...mine, 'theirs']))
  expect(rowOf(server.draft.parts).filter(title => title !== 'theirs')).toEqual(mine)
  expect(shown()).toEqual(server.draft.parts)
  expect(await orders.saved()).toBe(true)
})

test('what has to be saved at once is refused without a network, and nothing of it is kept [STF-15]', async () => {
  server.isDown = true
  await expect(orders.change(more('mine')(shown()), 'now')).rejects.toThrow('got no answer')
  expect(await orders.saved()).toBe(true)
  orders = new OrderWriting(1)
  queryClient.setQueryData(queryKey, structuredClone(server.draft))
  server.isDown = false
  orders.resume()
  await orders.change(step(shown(), ['b'], -1))
  expect(rowOf(server.draft.parts)).toEqual(['b', 'a', 'c'])
})

test('what is changed while another change is taken in is shown and saved once [STF-15]', async () => {
  byOthers(more('theirs'))
  const first = orders.change(step(shown(), ['b'], -1))
  const later: Promise<void>[] = []
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await Promise.resolve()
    await Promise.resolve()
    later.push(orders.change(more(title)(shown())))
    expect(rowOf(shown())).toContain(title)
  }
  await Promise.all([first, ...later])
  const row = ['b', 'a', 'c', 'theirs', 'one', 'two', 'three', 'four', 'five', 'six']
  expect(new Set(rowOf(server.draft.parts))).toEqual(new Set(row))
  expect(server.draft.parts).toHaveLength(row.length + 1)
  expect(new Set(rowOf(shown()))).toEqual(new Set(row))
})

test('who was overtaken and then has no network keeps the order until there is one [STF-15]', async () => {
  vi.useFakeTimers()
  byOthers(more('theirs'))
  const changed = orders.change(more('mine')(shown()))
  const second = orders.change(step(shown(), ['b'], -1))
  await Promise.resolve()
  server.isDown = true
  await Promise.all([changed, second])
  expect(rowOf(shown())).toEqual(['b', 'a', 'c', 'mine'])
  expect(await orders.saved()).toBe(false)
  server.isDown = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(await orders.saved()).toBe(true)
  expect(new Set(rowOf(server.draft.parts))).toEqual(new Set(['b', 'a', 'c', 'mine', 'theirs']))
  expect(shown()).toEqual(server.draft.parts)
})

test('a conflict ends when the draft is over', async () => {
  byOthers(parts => step(parts, ['c'], -1))
  await orders.change(step(shown(), ['b'], -1))
  server.isGone = true
  await expect(orders.settle('mine')).rejects.toThrow('404')
  expect(orders.state.read().conflict).toBeUndefined()
})

test.each([false, true])(
  'an order that was saved but never answered is nobody else’s when it is changed further, also after a reload: %s [STF-15]',
  async isReloaded => {
    vi.useFakeTimers()
    server.isCutOff = true
    await orders.change(step(shown(), ['b'], -1))
    expect(rowOf(server.draft.parts)).toEqual(['b', 'a', 'c'])
    await orders.change(step(shown(), ['b'], 1))
    await orders.change(step(shown(), ['c'], -1))
    await vi.advanceTimersByTimeAsync(5000)
    expect(rowOf(server.draft.parts), 'nor is what was saved next').toEqual(['a', 'c', 'b'])
    await orders.change(step(shown(), ['c'], -1))
    server.isCutOff = false
    if (isReloaded) {
      vi.clearAllTimers()
      queryClient.setQueryData(queryKey, structuredClone(server.draft))
      orders = new OrderWriting(1)
      orders.resume()
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(orders.state.read().conflict).toBeUndefined()
    expect(rowOf(server.draft.parts)).toEqual(['c', 'a', 'b'])
    expect(await orders.saved()).toBe(true)
  },
)
