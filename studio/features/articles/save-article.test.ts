import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import type { EditedArticleWire } from '#shared/features/articles/wire.ts'
import { withSent } from '#studio/platform/writing/unanswered.ts'
import { unlessOvertaken } from '#studio/platform/writing/overtaken.ts'
import { draftOf } from './article-draft.ts'
import { publishArticle, saveArticle } from './save-article.ts'
import { storedArticle } from './testing/stored-article.ts'

/** The article as the server has it. */
let stored: EditedArticleWire

beforeEach(() => {
  queryClient.clear()
  stored = storedArticle
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json(stored)
    const sent = JSON.parse(body ?? '') as EditedArticleWire
    if (sent.revision !== stored.revision) return Response.json({ code: 'changed_meanwhile' }, { status: 409 })
    stored = { ...stored, ...sent, revision: stored.revision + 1 }
    return Response.json({ revision: stored.revision })
  })
})

const textsOf = (title: string) => ({ texts: { en: { title, lead: '', body: 'Pour' } } })
/** A draft that goes on from what was opened, and is being sent. */
function written(title: string, sent: readonly string[] = []) {
  const draft = draftOf(storedArticle)
  const fieldsOf = (said: string) => ({ ...draft.fields, ...textsOf(said) })
  return { ...draft, fields: fieldsOf(title), sent: withSent(sent.map(fieldsOf), fieldsOf(title)) }
}

test('what was saved but never answered is the author’s own, and what was written since is saved over it', async () => {
  stored = { ...stored, ...textsOf('First'), revision: stored.revision + 1 }
  expect(await saveArticle(1, written('Second', ['First']))).toBe(stored.revision)
  expect(stored).toMatchObject(textsOf('Second'))
})

test('what somebody else has saved stays, and is answered', async () => {
  stored = { ...stored, ...textsOf('Theirs'), revision: stored.revision + 1 }
  const keepBoth = vi.fn<(theirs: EditedArticleWire) => void>()
  expect(await unlessOvertaken(saveArticle(1, written('Second', ['First'])), keepBoth)).toBeUndefined()
  expect(keepBoth.mock.lastCall).toMatchObject([textsOf('Theirs')])
  expect(stored).toMatchObject(textsOf('Theirs'))
})

test('another version than the one that is seen is not published, and is answered', async () => {
  const { revision } = storedArticle
  stored = { ...stored, ...textsOf('Half'), revision: revision + 1 }
  const publishing = publishArticle(1, { state: 'published', at: null, revision })
  await expect(publishing).rejects.toMatchObject({ theirs: textsOf('Half') })
})
