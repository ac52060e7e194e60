import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { namedParts, MessageText, textParts } from './MessageText.tsx'

const links = (text: string) => textParts(text).flatMap(part => (part.href === undefined ? [] : [part.text]))

test.each([
  ['see https://example.com/a?b=1&c=2.', ['https://example.com/a?b=1&c=2']],
  ['(https://example.com/wiki/Plank_(exercise))', ['https://example.com/wiki/Plank_(exercise)']],
  ['http://example.com, and «https://example.org»', ['http://example.com', 'https://example.org']],
  ['javascript:alert(1) data:text/html,x ftp://a.b mailto:a@b.c', []],
  ['https:// http://', []],
  ['https://exa"onmouseover=alert(1)', ['https://exa']],
])('addresses of %s', (text, expected) => expect(links(text)).toEqual(expected))

test('the parts are the text, whatever it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.webUrl(),
    fc.constantFrom('https://', '(', ')', '. ', '\n'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const text = pieces.join('')
      expect(
        textParts(text)
          .map(part => part.text)
          .join(''),
      ).toBe(text)
      for (const { href } of textParts(text)) expect(href ?? 'https://').toMatch(/^https?:\/\//)
    }),
  )
})

test('no hostile text becomes an element, an attribute or an address other than http(s)', () => {
  const file = (name: string) => sharedData<{ strings: { text: string }[] }>(`hostile-text/${name}.json`).strings
  const texts = [...file('injection'), ...file('naughty-strings')].map(one => one.text)
  expect(texts.length).toBeGreaterThan(700)
  for (const text of texts) {
    const shown = renderToStaticMarkup(MessageText({ text }))
    const bare = shown.replace(
      /<a href="https?:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer nofollow"><bdi>([^<>]*)<\/bdi><\/a>/g,
      '$1',
    )
    expect(bare).toMatch(/^(<p class="[^"<>]*" dir="auto">[^<>]*<\/p>)?$/)
  }
})

test('whom a message mentions stands apart, the longest name that fits, and nothing else', () => {
  const joined = (text: string, names: string[]) =>
    namedParts(text, names).map(({ text: part, isName }) => (isName ? `[${part}]` : part))
  expect(joined('Hi @Ann Lee and @Ann, not Ann', ['Ann', 'Ann Lee'])).toEqual([
    'Hi ',
    '[@Ann Lee]',
    ' and ',
    '[@Ann]',
    ', not Ann',
  ])
  expect(joined('@A.B (x) @AxB', ['A.B (x)'])).toEqual(['[@A.B (x)]', ' @AxB'])
  expect(joined('Nobody @here', [''])).toEqual(['Nobody @here'])
})
