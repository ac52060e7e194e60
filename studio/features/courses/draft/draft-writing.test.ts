import { expect, test, vi } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import type { request } from '#kit/request/request.ts'
import type { DraftHeadWire, DraftWire } from '#shared/features/courses/draft-fields.ts'
import { add, type Parts, partsOfKind, remove } from './draft-edits.ts'
import { writingOf } from './draft-writing.ts'
import { draftQuery } from './order-writing.ts'

const answers: { give: () => void; refuse: () => void }[] = []
vi.mock('#kit/request/request.ts', async original => ({
  ...(await original<{ request: typeof request }>()),
  request: () =>
    new Promise((resolve, reject) =>
      answers.push({
        give: () => resolve({ data: { revision: answers.length } }),
        refuse: () => reject(new Error('refused')),
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
