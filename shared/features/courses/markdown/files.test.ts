import { expect, test } from 'vitest'
import { filesIn } from './files.ts'
import { readMarkdown } from './markdown.ts'

const file = (id: number, alt: string) => ({ tag: 'file', attributes: { id, alt }, children: [] })
const words = (...children: string[]) => ({ tag: 'p', children })

test('a file of the library stands between the words of its paragraph, with what is said of it', () => {
  expect(readMarkdown('![A &amp; B](media:7)', 2)).toEqual([file(7, 'A & B')])
  expect(readMarkdown('Before\n![A](media:7)\nafter ![](media:8) ![B](media:9)', 2)).toEqual([
    words('Before\n'),
    file(7, 'A'),
    words('\nafter '),
    file(8, ''),
    file(9, 'B'),
  ])
})

test('within other words, and where no file is meant, only the words remain', () => {
  expect(readMarkdown('**![A](media:7)**', 2)).toEqual([words({ tag: 'strong', children: ['A'] } as never)])
  for (const address of [
    'media:0',
    'media:07',
    'media:-1',
    'media:1e3',
    'media:1234567890123456',
    'media:7/x',
    'MEDIA:7',
  ])
    expect(readMarkdown(`![A](${address})`, 2), address).toEqual([words('A')])
})

test('what a text shows is named once each, wherever it stands; what is code or a link is not shown', () => {
  const text = '![A](media:7)\n\n> ![B](media:8)\n\n- one\n\n- ![C][c]\n\n[c]: media:9\n\n![A](media:7)'
  expect(filesIn(text)).toEqual([7, 8, 9])
  expect(filesIn('`![A](media:7)`\n\n    ![A](media:7)\n\n[A](media:7)\n\n\\![A](media:7)')).toEqual([])
})
