import { QueryClientProvider } from '@tanstack/react-query'
import { loadCopy } from 'virtual:copy/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import './screens.ts'
import { documentsOwnerQuery, documentsQuery } from './data.ts'
import { MaterialsScreen } from './MaterialsScreen.tsx'

const messages = await loadCopy('en')

function shown(isDemo: boolean): string {
  const client = createQueryClient()
  const stream = { id: 9, course_id: 2, is_demo: isDemo, course_full_access: false }
  const documents = [
    {
      id: 1,
      title: 'Card to print',
      url: null,
      file: { type: 'application/pdf', url: '/media/a/card.pdf', fileName: 'c.pdf' },
    },
    { id: 2, title: 'Our site', url: 'https://school.example/read', file: null },
    { id: 3, title: 'Nothing yet', url: null, file: null },
  ]
  client.setQueryData(documentsOwnerQuery(9).queryKey, stream as never)
  client.setQueryData(documentsQuery(2).queryKey, {
    id: 2,
    title: 'Back',
    isDemoDocumentsAccessible: false,
    documents,
  } as never)
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/course/9/materials">
          <MaterialsScreen streamId={9} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('each document of a course leads to the viewer, a file and a page alike; what leads nowhere is left out [CRS-08]', () => {
  const links = [...shown(false).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, title]) => [title, href])
  expect(links).toEqual([
    ['Card to print', '/document?url=%2Fmedia%2Fa%2Fcard.pdf'],
    ['Our site', '/document?url=https%3A%2F%2Fschool.example%2Fread'],
  ])
})

test('a demo shows no documents where its course keeps them', () => {
  const page = shown(true)
  expect(page).toContain(createCopy('en', messages)('courses.materials.locked'))
  expect(page).not.toContain('Card to print')
})
