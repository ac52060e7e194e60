import { expect, test } from 'vitest'
import { plainParagraphs } from './plain-text.ts'

test('Markdown is read as plain text where nothing is drawn, a paragraph at a time', () => {
  const text = '# Tea\n\nOn **Friday**\nat *ours*.\n\n***\n\n```\na  b\n```\n\n&nbsp;\n\n> said\n>\n> twice\n\nend'
  expect(plainParagraphs(text)).toEqual([
    'Tea',
    expect.stringMatching(/^On Friday\s+at ours\.$/),
    'a  b',
    'said\ntwice',
    'end',
  ])
  expect(plainParagraphs('one\\\ntwo')).toEqual(['one\ntwo'])
  expect(plainParagraphs('<script>alert(1)</script>')).toEqual(['<script>alert(1)</script>'])
  expect(plainParagraphs('')).toEqual([])
})

test('items and rows stand on lines of their own, however deep', () => {
  expect(plainParagraphs('- one\n- two\n\n1. first\n2. second')).toEqual(['• one\n• two', '1. first\n2. second'])
  expect(plainParagraphs('1. one\n   - in\n   - it\n2. two')).toEqual(['1. one\n• in\n• it\n2. two'])
  expect(plainParagraphs('- one\n\n  more\n- ```\n  code\n  ```\n  after')).toEqual(['• one\nmore\n• code\nafter'])
  expect(plainParagraphs('> - one\n>\n> end\n> > deep')).toEqual(['• one\nend\ndeep'])
  for (const [inner, lines] of [
    ['1. first', '1. first'],
    ['> said', 'said'],
    ['```\n  code\n  ```', 'code'],
    ['# A', 'A'],
    ['***\n  two', 'two'],
    ['| a | b |\n  |---|---|\n  | c | d |', 'a · b\nc · d'],
  ])
    expect(plainParagraphs(`- one\n  ${inner}`)).toEqual([`• one\n${lines}`])
  expect(plainParagraphs('- # A\n  text')).toEqual(['• A\ntext'])
  expect(plainParagraphs('> # A\n> ## B\n>\n> ***\n>\n> two')).toEqual(['A\nB\ntwo'])
  expect(plainParagraphs('> ![A](media:7) ![B](media:8)')).toEqual(['A\nB'])
  expect(plainParagraphs('3. one\n4. two')).toEqual(['3. one\n4. two'])
  expect(plainParagraphs('| a | b |\n|---|---|\n| **c** | d |\n| e | f |')).toEqual(['a · b\nc · d\ne · f'])
})

test('an address stands behind its words, once; of a picture and a file their words are left', () => {
  expect(plainParagraphs('See [ours](https://tea.example/).')).toEqual(['See ours (https://tea.example/).'])
  for (const address of ['https://tea.example/', 'https://tea.example', 'www.tea.example', 'https://чай.рф/а'])
    expect(plainParagraphs(`Read at ${address}`)).toEqual([`Read at ${address}`])
  expect(plainParagraphs('<HTTPS://tea.example>')).toEqual(['HTTPS://tea.example'])
  expect(plainParagraphs('[](https://tea.example/)')).toEqual(['https://tea.example/'])
  expect(plainParagraphs('[![](https://tea.example/c.png)](https://tea.example/)')).toEqual(['https://tea.example/'])
  expect(plainParagraphs('[![a cup](https://tea.example/c.png)](https://tea.example/)')).toEqual([
    'a cup (https://tea.example/)',
  ])
  expect(plainParagraphs('[x](javascript:1)')).toEqual(['x'])
  expect(plainParagraphs('![a cup](https://tea.example/cup.png)\n\n![the pot](media:5)\n\n![](media:6)')).toEqual([
    'a cup',
    'the pot',
  ])
})
