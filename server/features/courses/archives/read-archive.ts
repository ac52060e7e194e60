import { writeFile } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'
import { openArchive } from './open-archive.ts'

// A program of its own: archives come from others, and one that takes too much ends this process alone.
const [archive = '', name = '', language = '', folder = '', answer = ''] = process.argv.slice(2)
try {
  await writeFile(answer, JSON.stringify(await openArchive({ archive, name, language }, folder)), { mode: 0o600 })
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  const { code, entry, of } = error
  await writeFile(answer, JSON.stringify({ failure: { code, entry, of } }), { mode: 0o600 })
}
