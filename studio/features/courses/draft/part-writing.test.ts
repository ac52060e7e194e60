import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import { keepDraft } from '#kit/form/draft.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import type { request } from '#kit/request/request.ts'
import type { DraftFields, DraftPartWire } from '#shared/features/courses/draft-fields.ts'
import { endWriting, writingOf } from './draft-writing.ts'
import { PartWriting, partQuery } from './part-writing.ts'

type Body = { revision: number; content: DraftFields }
/** The part as the server has it; names and languages come back in its own order, as from the real one. */
const server = { part: {} as DraftPartWire, refused: 0, isDown: false, isCutOff: false }
/** What holds up answers of reads and of writes. */
const held: { reads?: Promise<void> | undefined; writes?: Promise<void> | undefined } = {}

vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<{ request: typeof request }>()),
  request: async (_name: string, { body }: { body: Body }) => {
    await Promise.resolve()
    if (server.isDown) throw new NetworkError('/')
    if (body.revision !== server.part.revision) {
      server.refused++
      throw new RequestError('/', new Response(null, { status: 409 }), { code: 'draft_changed', message: '' })
    }
    write(body.content)
    const { revision } = server.part
    if (server.isCutOff) throw new NetworkError('/')
    await held.writes
    return { data: { revision } }
  },
  send: async () => {
    if (server.isDown) throw new RequestError('/', new Response(null, { status: 404 }), {})
    const data = structuredClone(server.part)
    await held.reads
    return { data }
  },
}))

function write(content: DraftFields) {
  const said = { ...server.part.content, ...structuredClone(content) }
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, one]) => [name, sorted(one)]),
        )
      : value
  server.part = { ...server.part, revision: server.part.revision + 1, content: sorted(said) as DraftFields }
}

const { queryKey } = partQuery(1, 'day')
const title = (text: string) => ({ title: { ru: text, en: text } })
const saidBy = (part: PartWriting) => part.state.read().phase
let part: PartWriting

beforeEach(() => {
  vi.useFakeTimers()
  keepDraft('course 1 day', 'device', undefined)
  const place = { id: 'day', kind: 'day', key: 'day', parent_id: 'root', sort: 0, is_removed: false } as const
  Object.assign(server, { part: { ...place, revision: 1, content: {}, media: [] }, refused: 0 })
  Object.assign(server, { isDown: false, isCutOff: false })
  Object.assign(held, { reads: undefined, writes: undefined })
  queryClient.setQueryData(queryKey, structuredClone(server.part))
  endWriting(1)
  part = writingOf(1).part('day')
  return () => vi.useRealTimers()
})

test('what is read while an author writes never takes the writing for somebody else’s [STF-15]', async () => {
  const release: (() => void)[] = []
  for (const name of ['reads', 'writes'] as const) held[name] = new Promise(resolve => release.push(resolve))
  const [answerReads, answerWrites] = release
  part.change(title('A'))
  const late = queryClient.fetchQuery({ ...partQuery(1, 'day'), staleTime: 0 }).catch(() => undefined)
  const saved = part.save()
  await vi.advanceTimersByTimeAsync(10)
  held.reads = undefined
  answerWrites?.()
  await saved
  answerReads?.()
  await late
  await vi.advanceTimersByTimeAsync(10)
  part.change(title('B'))
  await part.save()
  expect([saidBy(part), server.refused]).toEqual(['saved', 0])
  expect(server.part.content).toEqual(title('B'))
  expect(queryClient.getQueryData(queryKey)?.revision).toBe(3)
})

test.each([false, true])(
  'what was saved but never answered is the author’s own when it is written further, also after a reload: %s [STF-15]',
  async isReloaded => {
    server.isCutOff = true
    part.change({ repeatCount: 2, ...title('A') })
    await part.save()
    expect(server.part.content).toEqual({ ...title('A'), repeatCount: 2 })
    part.change(title('AB'))
    await part.save()
    expect(saidBy(part), 'the answer to the second try is lost too').toBe('offline')
    part.change(title('ABC'))
    server.isCutOff = false
    if (isReloaded) part = new PartWriting(1, 'day', () => {})
    await part.save()
    expect(saidBy(part)).toBe('saved')
    expect(server.part.content).toEqual({ ...title('ABC'), repeatCount: 2 })
  },
)

test('what somebody else wrote over what was never answered is shown beside it [STF-15]', async () => {
  server.isCutOff = true
  part.change(title('A'))
  await part.save()
  server.isCutOff = false
  write(title('Theirs'))
  part.change(title('AB'))
  await part.save()
  expect(saidBy(part)).toBe('conflict')
  expect(part.state.read().theirs).toEqual(title('Theirs'))
})

test('a part that left the memory is taken back to what it said, also to nothing, or stays to be taken back [STF-15]', async () => {
  const writing = writingOf(1)
  part.change({ ...title('A'), dayOfRest: true, repeatCount: 2 })
  await part.save()
  queryClient.removeQueries({ queryKey })
  server.isDown = true
  await expect(writing.undo()).rejects.toThrow('404')
  expect(writing.history.read().undo).toHaveLength(1)
  server.isDown = false
  await writing.undo()
  await part.save()
  expect([saidBy(part), server.refused]).toEqual(['saved', 0])
  expect(server.part.content).toEqual({ title: {}, dayOfRest: false, repeatCount: 2 })
  expect(writing.history.read().redo).toEqual([
    { parts: [{ part: 'day', content: { ...title('A'), dayOfRest: true } }] },
  ])
})
