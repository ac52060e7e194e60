import { expect, test } from 'vitest'
import { coursesOf } from './courses-of.ts'
import type { StoredFile } from './device/stored-file.ts'

const film = (id: number, lessonIds: number[], title: string) =>
  ({
    id,
    streamId: 3,
    courseTitle: 'Course',
    kind: 'video',
    title,
    lessonIds,
    status: 'loaded',
    bytes: 1,
    done: 1,
  }) as unknown as StoredFile

test('films of one lesson go together; two lessons of one title are apart [OFF-05]', () => {
  const files = [film(1, [7], 'Warm-up'), film(2, [8], 'Warm-up'), film(3, [7], 'Warm-up')]
  const [course] = coursesOf(files)
  expect(course?.items.map(item => item.files.map(({ id }) => id))).toEqual([[1, 3], [2]])
})
