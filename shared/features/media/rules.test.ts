import { expect, test } from 'vitest'
import { type Kept, uploadProblem } from './rules.ts'

const limits = { fileBytes: 100, personFiles: 10, personBytes: 500, brandFiles: 50, brandBytes: 1000 }
const nothing: Kept = { files: 0, bytes: 0, unready: 0, brandFiles: 0, brandBytes: 0, brandUnready: 0 }

test.each<[bytes: number, kept: Partial<Kept>, problem: string | undefined]>([
  [100, {}, undefined],
  [101, {}, 'file_too_large'],
  [0, {}, 'file_broken'],
  [1, { unready: 99 }, undefined],
  [1, { unready: 100 }, 'too_many_uploads'],
  [1, { files: 9 }, undefined],
  [1, { files: 10 }, 'quota_reached'],
  [100, { bytes: 400 }, undefined],
  [100, { bytes: 401 }, 'quota_reached'],
  [1, { brandFiles: 49 }, undefined],
  [1, { brandFiles: 50 }, 'storage_full'],
  [100, { brandBytes: 900 }, undefined],
  [100, { brandBytes: 901 }, 'storage_full'],
  [1, { brandUnready: 9999 }, undefined],
  [1, { brandUnready: 10_000 }, 'storage_full'],
])('a file of %i bytes beside %j is refused as %s [SEC-10]', (bytes, kept, problem) => {
  expect(uploadProblem(bytes, { ...nothing, ...kept }, limits)).toBe(problem)
})
