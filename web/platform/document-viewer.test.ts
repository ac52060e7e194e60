import { expect, test } from 'vitest'
import { documentAddress, documentFrame, needsOwnWindow } from './DocumentViewer.tsx'

const origin = 'https://school.example'

test('a document may be on any http or https site, or on our own [RTE-16] [SHL-06]', () => {
  expect(documentAddress('https://docs.example/a.pdf?b=1', origin)).toBe('https://docs.example/a.pdf?b=1')
  expect(documentAddress('http://docs.example/', origin)).toBe('http://docs.example/')
  expect(documentAddress('/media/7/guide.pdf', origin)).toBe('https://school.example/media/7/guide.pdf')
})

test.each([
  null,
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://a/b',
  'https://user:pass@docs.example/',
  'https://',
])('%s is no document [RTE-16]', url => expect(documentAddress(url, origin)).toBeUndefined())

test('a PDF gets a window of its own where the browser shows none, as on Android [SHL-06]', () => {
  const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 15)', maxTouchPoints: 5, pdfViewerEnabled: false }
  expect(needsOwnWindow(`${origin}/media/7/Guide.PDF`, phone)).toBe(true)
  expect(needsOwnWindow(`${origin}/guide`, phone)).toBe(false)
  expect(needsOwnWindow(`${origin}/media/7/Guide.PDF`, { ...phone, pdfViewerEnabled: true })).toBe(false)
})

test('an iPhone and an iPad open documents in a window of their own [SHL-06]', () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
  const page = `${origin}/guide`
  expect(needsOwnWindow(page, { userAgent: iPhone, maxTouchPoints: 5 })).toBe(true)
  expect(needsOwnWindow(page, { userAgent: mac, maxTouchPoints: 5 })).toBe(true)
  expect(needsOwnWindow(page, { userAgent: mac, maxTouchPoints: 0 })).toBe(false)
  expect(needsOwnWindow(page, { userAgent: 'Mozilla/5.0 (Linux; Android 15)', maxTouchPoints: 5 })).toBe(false)
})

test('a framed document cannot lead the page away, and one of our own origin runs no scripts [SHL-06] [SEC-04]', () => {
  const own = documentFrame(`${origin}/guide`, origin).sandbox.split(' ')
  const other = documentFrame('https://docs.example/guide', origin).sandbox.split(' ')
  expect(own).not.toContain('allow-scripts')
  expect(other).toContain('allow-scripts')
  for (const sandbox of [own, other]) expect(sandbox.join(' ')).not.toContain('allow-top-navigation')
})

test('a PDF goes into the viewer of the browser [SHL-06]', () => {
  const isPdf = (address: string) => documentFrame(address, origin).isPdf
  expect([`${origin}/media/card.PDF?v=2`, `${origin}/guide?file=card.pdf`].map(isPdf)).toEqual([true, false])
})
