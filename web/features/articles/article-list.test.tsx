import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { ArticleList } from './ArticleList.tsx'

test('where it is said how many were found is there while they load, so that screen readers say it', () => {
  const html = renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <QueryClientProvider client={queryClient}>
        <ArticleList clubId={3} filter={{ search: 'tea' }} onClear={() => {}} />
      </QueryClientProvider>
    </CopyProvider>,
  )
  expect(html).toContain('aria-busy')
  expect(html).toMatch(/<p role="status"[^>]*><\/p>/)
})
