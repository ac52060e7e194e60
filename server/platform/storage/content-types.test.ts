import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedData, sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { extensionFromBytes } from './content-types.ts'

const { files } = sharedData<{ files: { file: string; accepted: boolean }[] }>('subtitles/expected.json')

/** Without a cue, so that nothing is lost: the mark of its byte order is all there is. */
const empty = 'moz-file-layout-blank-file-with-bom.vtt'

test('a file is subtitles by its bytes exactly when a player would read it as such', async () => {
  expect(files.length).toBeGreaterThan(190)
  const differing: string[] = []
  for (const { file, accepted } of files.filter(one => one.file !== empty)) {
    const extension = await extensionFromBytes(join(sharedDataFolder, 'subtitles/parse', file))
    if ((extension === '.vtt') !== accepted) differing.push(file)
  }
  expect(differing).toEqual([])
})
