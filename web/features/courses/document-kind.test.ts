import { expect, test } from 'vitest'
import { documentKind } from './document-kind.ts'

test.each([
  [{ file: { type: 'application/pdf', url: '/media/4/a', fileName: 'Plan.PDF' } }, 'PDF'],
  [{ file: { type: 'application/zip', url: '/media/4/a', fileName: 'plan' } }, 'ZIP'],
  [{ url: 'https://example.com/table.xlsx?v=2' }, 'XLSX'],
  [{ url: '/media/5/plan.pdf' }, 'PDF'],
  [{ url: 'https://example.com/page.html' }, undefined],
  [{ url: 'https://example.com/' }, undefined],
])('%j is of kind %s', (document, kind) => {
  expect(documentKind(document)).toBe(kind)
})
