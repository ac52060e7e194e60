import { expect, test, vi } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import type { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import type { DraftHeadWire, DraftWire } from '#shared/features/courses/draft-fields.ts'
import { add, type Parts, partsOfKind, remove } from './draft-edits.ts'
import { writingOf } from './draft-writing.ts'
import { draftQuery } from './order-writing.ts'
import { partQuery } from './part-writing.ts'

const answers: { give: () => void; refuse: (error?: Error) => void }[] = []
vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<{ request: typeof request }>()),
  request: () =>
    new Promise((resolve, reject) =>
      answers.push({
        give: () => resolve({ data: { revision: answers.length } }),
        refuse: (error = new Error('refused')) => reject(error),
      }),
    ),
}))

const root: DraftHeadWire = {
  id: 'root',
  kind: 'course',
  key: 'root',
  parent_id: null,
  sort: 0,
  is_removed: false,
  revision: 1,
  content: {},
  text_languages: [],
}

/** The draft of a course, as it is shown, and its stages. */
function begin(course: number) {
  const { queryKey } = draftQuery(course)
  const about = { key: 'tea', title: 'Tea', version: 0, base: 0, revision: 1, updated_at: 0, updated_by: null }
  const draft: DraftWire = { ...about, parts: [root] }
  queryClient.setQueryData(queryKey, draft)
  const shown = (): Parts => queryClient.getQueryData(queryKey)?.parts ?? []
  const stages = () => partsOfKind(shown(), 'root', 'stage').map(({ content }) => content.title?.['en'])
  const put = (title: string) =>
    writingOf(course).order(add(shown(), { kind: 'stage', holder: 'root', titles: [title], language: 'en' }).edit)
  return { shown, stages, put, writing: writingOf(course) }
}

test('what is taken back is the last step, also before the server has answered [STF-15]', async () => {
  const { shown, stages, put, writing } = begin(1)
  const first = put('One')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.give()
  await first
  void put('Two')
  void writing.order(remove(shown(), [partsOfKind(shown(), 'root', 'stage')[0]?.id ?? '']))
  expect(stages()).toEqual(['Two'])
  void writing.undo()
  expect(stages()).toEqual(['One', 'Two'])
  void writing.undo()
  expect(stages()).toEqual(['One'])
  void writing.redo()
  void writing.redo()
  expect(stages()).toEqual(['Two'])
})

test('a step that the server refuses cannot be taken back [STF-15]', async () => {
  answers.length = 0
  const { put, writing } = begin(2)
  const refused = put('One')
  expect(writing.history.read().undo).toHaveLength(1)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.refuse()
  await expect(refused).rejects.toThrow('refused')
  expect(writing.history.read().undo).toEqual([])
})

test('a draft is not all saved while a part waits for the network, and a part that is gone holds nothing up [STF-15]', async () => {
  answers.length = 0
  const { writing } = begin(3)
  const place = { id: 'day', kind: 'day', key: 'day', parent_id: 'root', sort: 0, is_removed: false } as const
  queryClient.setQueryData(partQuery(3, 'day').queryKey, { ...place, revision: 1, content: {}, media: [] })
  const answered = async (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))
  writing.part('day').change({ title: { en: 'First' } })
  const cutOff = writing.saveAll()
  await answered(1)
  answers[0]?.refuse()
  expect(await cutOff).toBe(false)
  expect(writing.unsavedPart()).toBe('day')
  const sent = writing.saveAll()
  await answered(2)
  answers[1]?.give()
  expect(await sent).toBe(true)
  writing.part('day').change({ title: { en: 'Second' } })
  const gone = writing.saveAll()
  await answered(3)
  answers[2]?.refuse(new RequestError('/part', new Response(null, { status: 404 }), {}))
  expect(await gone).toBe(true)
  expect(writing.unsavedPart()).toBeUndefined()
})
