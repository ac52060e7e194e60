import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Put } from './records.ts'

const name = 'journal.jsonl'

/** The changes in the journal of a folder, oldest first. A last line without its end was never answered and is dropped. */
export async function readJournal(folder: string): Promise<Put[][]> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').slice(0, -1).map(changeOf)
}

function changeOf(line: string, index: number): Put[] {
  try {
    return JSON.parse(line) as Put[]
  } catch (cause) {
    throw new Error(`Line ${index + 1} of the sandbox's ${name} cannot be read`, { cause })
  }
}

/** Begins the journal of a folder with `changes` in place of the old one, which holds until the new one is whole. */
export async function startJournal(folder: string, changes: Iterable<Put[]>) {
  await mkdir(folder, { recursive: true })
  await rm(join(folder, `${name}.new`), { force: true })
  const file = await open(join(folder, `${name}.new`), 'a')
  let end = 0
  const append = async (text: string) => {
    const bytes = Buffer.from(text)
    try {
      await file.appendFile(bytes)
    } catch (error) {
      // A part of a line would spoil the next one.
      await file.truncate(end)
      throw error
    }
    end += bytes.length
  }
  for (const change of changes) await append(`${JSON.stringify(change)}\n`)
  await file.sync()
  await rename(join(folder, `${name}.new`), join(folder, name))
  return {
    /** Adds a change; with `isSafe` it is on the disk before this answers. */
    async add(change: Put[], isSafe: boolean) {
      await append(`${JSON.stringify(change)}\n`)
      if (isSafe) await file.sync()
    },
    close: () => file.close(),
  }
}
