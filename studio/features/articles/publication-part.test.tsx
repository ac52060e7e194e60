import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { PublicationPart } from './PublicationPart.tsx'
import { storedArticle } from './testing/stored-article.ts'
import type { ArticleWriting } from './use-article.ts'

const messages = await loadCopy('en')
const writing = { time: '', errorOf: () => undefined } as unknown as ArticleWriting
const published = { ...storedArticle, state: 'published', is_public: true, published_at: 1_790_000_000 } as const

const shown = (change: object) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <PublicationPart stored={{ ...published, ...change }} writing={writing} />
    </CopyProvider>,
  )

test('the public page is offered of an article that has one: published, for everybody, and of a club that is shown', () => {
  expect(shown({})).toContain('href="/explore/articles/1"')
  for (const change of [{ is_club_hidden: true }, { is_public: false }, { state: 'draft', published_at: null }])
    expect(shown(change)).not.toContain('/explore/')
})
