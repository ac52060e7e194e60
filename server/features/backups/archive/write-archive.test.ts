import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeArchive } from './write-archive.ts'

test('what was to be written into an archive that was given up is closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-archive-'))
  const content = Readable.from([Buffer.alloc(10)])
  let late: Promise<unknown> = Promise.resolve()
  const nothing = async () => undefined
  const written = writeArchive(
    // It cannot be opened.
    join(folder, 'gone', 'school.tar'),
    ({ addStream }) => {
      const early = () => addStream('early', 1, Readable.from(['a'])).catch(() => 'given up')
      late = expect
        .poll(early)
        .toBe('given up')
        .then(() => addStream('late', 10, content))
      return late as Promise<never>
    },
    nothing,
    nothing,
  )
  await expect(written).rejects.toThrow('ENOENT')
  await expect(late).rejects.toThrow()
  expect(content.destroyed).toBe(true)
  await rm(folder, { recursive: true })
})
