import { expect, test, vi } from 'vitest'
import { judgeFiles } from './judge-files.ts'

vi.mock('#kit/features/brands/site.ts', () => ({ site: () => ({ config: { uploadMaxBytes: 100 } }) }))

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])
const photo = (name: string, bytes = 12) => new File([jpeg, new Uint8Array(bytes - 12)], name, { type: 'image/jpeg' })

test('each file is judged by its bytes, whatever it is called, and by its size', async () => {
  const judged = await judgeFiles([
    photo('a.jpg'),
    new File(['%PDF-1.7 and more of it'], 'b.jpg', { type: 'image/jpeg' }),
    photo('c.jpg', 101),
    photo('d.txt', 100),
  ])
  expect(judged.map(({ file, refusal }) => [file.name, refusal])).toEqual([
    ['a.jpg', undefined],
    ['b.jpg', 'not_photo_or_video'],
    ['c.jpg', 'file_too_large'],
    ['d.txt', undefined],
  ])
})

test('of more than ten the first ten that can be sent are taken', async () => {
  const files = [new File(['text'], 'no.txt'), ...Array.from({ length: 12 }, (_, index) => photo(`${index}.jpg`))]
  const judged = await judgeFiles(files)
  expect(judged.filter(({ refusal }) => refusal === undefined)).toHaveLength(10)
  expect(judged.flatMap(({ file, refusal }) => (refusal === 'too_many' ? [file.name] : []))).toEqual([
    '10.jpg',
    '11.jpg',
  ])
})

test('a file that cannot be read is named as such', async () => {
  const broken = { ...photo('x.jpg'), slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect((await judgeFiles([broken as unknown as File])).map(({ refusal }) => refusal)).toEqual(['unreadable'])
})
