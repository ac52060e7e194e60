import { expect, test } from 'vitest'
import { linkAddress, pictureAddress } from './addresses.ts'
import type { MarkdownNode } from './elements.ts'
import { decodeEntities } from './entities.ts'
import { readMarkdown } from './markdown.ts'

/** An element in brackets, with what it has before its children: (p one (em two)). */
function said(node: MarkdownNode): string {
  if (typeof node === 'string') return JSON.stringify(node)
  const { tag, attributes = {}, children } = node
  const own = Object.entries(attributes).map(([name, value]) => `${name}=${value}`)
  return `(${[tag, ...own, ...children.map(said)].join(' ')})`
}
const read = (text: string, heading: 2 | 4 = 2) => (readMarkdown(text, heading) ?? ['?']).map(said).join(' ')

test('the highest heading of a text stands where the page lets headings begin, none below the sixth level', () => {
  expect(read('# A\n\n## B\n\n###### C')).toBe('(h2 "A") (h3 "B") (h6 "C")')
  expect(read('### A\n\n# B\n\n### C')).toBe('(h4 "A") (h2 "B") (h4 "C")')
  expect(read('## A\n\n### B', 4)).toBe('(h4 "A") (h5 "B")')
  expect(read('# A\n\n#### B', 4)).toBe('(h4 "A") (h6 "B")')
  expect(read('A\n===\n\nB\n---')).toBe('(h2 "A") (h3 "B")')
})

test('paragraphs, quotes, code and rules are blocks', () => {
  expect(read('one\ntwo\n\nthree')).toBe('(p "one\\ntwo") (p "three")')
  expect(read('> one\n>\n> > two')).toBe('(blockquote (p "one") (blockquote (p "two")))')
  expect(read('```js\na < b\n```\n\n    c  d')).toBe('(pre (code "a < b")) (pre (code "c  d"))')
  expect(read('one\n\n***\n\n[x]: https://tea.example\n\ntwo')).toBe('(p "one") (hr) (p "two")')
  expect(read('')).toBe('')
})

test('lists keep their kind, where they begin, their tasks and what lies in them', () => {
  expect(read('- one\n- two')).toBe('(ul (li "one") (li "two"))')
  expect(read('1. one\n2. two')).toBe('(ol (li "one") (li "two"))')
  expect(read('3. one')).toBe('(ol start=3 (li "one"))')
  expect(read('- one\n\n  more\n\n- two')).toBe('(ul (li (p "one") (p "more")) (li (p "two")))')
  expect(read('- one\n  - two')).toBe('(ul (li "one" (ul (li "two"))))')
  expect(read('- [ ] one\n- [x] two')).toBe('(ul (li "☐ " "one") (li "☑ " "two"))')
})

test('tables keep their heads and how their columns are aligned', () => {
  expect(read('| a | b | c |\n|---|:-:|--:|\n| 1 | *2* | 3 |\n| 4 | 5 | 6 |')).toBe(
    '(table (thead (tr (th "a") (th align=center "b") (th align=right "c")))' +
      ' (tbody (tr (td "1") (td align=center (em "2")) (td align=right "3"))' +
      ' (tr (td "4") (td align=center "5") (td align=right "6"))))',
  )
})

test('words are marked within a block', () => {
  expect(read('**a** *b* ~~c~~ `d  <e>`')).toBe('(p (strong "a") " " (em "b") " " (del "c") " " (code "d  <e>"))')
  expect(read('**a *b***')).toBe('(p (strong "a " (em "b")))')
  expect(read('a  \nb\\\nc<br>d<BR />e')).toBe('(p "a" (br) "b" (br) "c" (br) "d" (br) "e")')
  expect(read('\\*a\\* &copy; &amp;lt;')).toBe('(p "*" "a" "*" " © &lt;")')
})

test('a link leads to http or https, another is left as its words; so is a picture', () => {
  expect(read('[a *b*](https://tea.example "T &amp; C")')).toBe(
    '(p (a href=https://tea.example/ title=T & C "a " (em "b")))',
  )
  expect(read('[a](http://tea.example/?x=1&amp;y=2)')).toBe('(p (a href=http://tea.example/?x=1&y=2 "a"))')
  expect(read('<https://tea.example>')).toBe('(p (a href=https://tea.example/ "https://tea.example"))')
  expect(read('[a](javascript:alert(1)) [b](/home) [c](&#106;avascript:x)')).toBe('(p "a" " " "b" " " "c")')
  expect(read('![a &amp; b](https://tea.example/c.png)')).toBe('(p (img src=https://tea.example/c.png alt=a & b))')
  expect(read('![](/media/a1/large.jpg) ![b](data:x) ![c](/home/x.png)')).toBe(
    '(p (img src=/media/a1/large.jpg alt=) " " "b" " " "c")',
  )
})

test('none of it stays markup: tags are text, comments are gone', () => {
  expect(read('a <script>b</script> c')).toBe('(p "a " "<script>" "b" "</script>" " c")')
  expect(read('<div onclick="x">a</div>')).toBe('"<div onclick=\\"x\\">a</div>"')
  expect(read('a<!-- one --> b <!-- two\nlines -->c')).toBe('(p "a" "" " b " "" "c")')
  expect(read('a <br class="x"> b')).toBe('(p "a " "<br class=\\"x\\">" " b")')
})

test('what is nested too deeply is shown as it was typed', () => {
  expect(read(`${'> '.repeat(24)}a`)).toBe(`${'(blockquote '.repeat(24)}(p "a")${')'.repeat(24)}`)
  expect(read(`${'> '.repeat(25)}a`)).toBe(`${'(blockquote '.repeat(25)}"a"${')'.repeat(25)}`)
})

test.each([
  ['https://tea.example', 'https://tea.example/'],
  ['HTTP://tea.example/a b', 'http://tea.example/a%20b'],
  ['https://a@tea.example', undefined],
  ['https://:b@tea.example', undefined],
  ['https:tea.example', undefined],
  ['xhttps://tea.example', undefined],
  ['https://', undefined],
  ['ftp://tea.example', undefined],
  ['//tea.example', undefined],
  ['', undefined],
])('the address %j leads to %j', (href, address) => {
  expect(linkAddress(href)).toBe(address)
  expect(pictureAddress(href)).toBe(address)
})

test('a picture may lie in this server’s media, and nowhere else of it', () => {
  expect(pictureAddress('/media/k-1_2/a.b.jpg')).toBe('/media/k-1_2/a.b.jpg')
  for (const href of ['/media/../x', '/media/', '/media/a?b', '/medias/a', 'x/media/a', '/media/a\n/b', '/media/a b'])
    expect(pictureAddress(href), href).toBeUndefined()
})

test('entities become their characters, by name or number; what is none stays as typed', () => {
  expect(decodeEntities('&lt;&gt;&amp;&quot;&apos;&nbsp;&shy;|')).toBe('<>&"\'\u00a0\u00ad|')
  expect(decodeEntities('&copy;&reg;&trade;&hellip;&mdash;&ndash;&bull;&middot;&times;&deg;&euro;')).toBe('©®™…—–•·×°€')
  expect(decodeEntities('&lsquo;&rsquo;&ldquo;&rdquo;&laquo;&raquo;&larr;&uarr;&rarr;&darr;')).toBe('‘’“”«»←↑→↓')
  expect(decodeEntities('&#65;&#x42;&#X43;&#128512;&#x1F600;')).toBe('ABC😀😀')
  expect(decodeEntities('&#0;&#x110000;&#xD800;&#xDFFF;&#x10FFFF;')).toBe('\ufffd\ufffd\ufffd\ufffd\u{10ffff}')
  expect(decodeEntities('&#xD7FF;&#xE000;')).toBe('\ud7ff\ue000')
  const none = '& &amp &unknown; &toString; &#; &#x; &#12345678; &#x1234567; &a1;'
  expect(decodeEntities(none)).toBe(none)
})
