import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { BackupError, type Manifest, names, newDigest } from './archive-format.ts'
import type { Rest } from './resting.ts'

/** What an archive is written with, entry after entry. */
export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  addStream(name: string, bytes: number, content: Readable): Promise<void>
}

/** Each megabyte is on the disk before more is written: nobody else waits for the disk behind more than that. */
const stepBytes = 1 << 20

/** The name of a backup that is not whole yet. */
const partOf = (file: string) => `${file}.part`

/**
 * Writes an archive to `file`, which appears only when it is whole and on the disk; until then it is FILE.part. `fill` writes the
 * entries and answers the manifest; `check` reads the whole archive before it gets its name; `rest` comes after each step. Answers its
 * bytes.
 */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<Manifest>,
  check: (part: string) => Promise<unknown>,
  rest: Rest,
): Promise<number> {
  const part = partOf(file)
  if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} is there already`)
  try {
    await fillArchive(part, fill, rest)
    await check(part)
    const { size } = await stat(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function fillArchive(part: string, fill: Parameters<typeof writeArchive>[1], rest: Rest) {
  const tar = pack()
  const digest = newDigest()
  const add = async (name: string, size: number, content: Readable) => {
    digest.begin(name, size)
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        digest.add(piece)
        yield piece
      }
    }
    try {
      await pipeline(content, hashed, tar.entry({ name, size, mode: 0o600 }))
    } finally {
      // Once the archive is given up, `tar.entry` throws and nothing else would close the content.
      content.destroy()
    }
  }
  const addBuffer = (name: string, content: Buffer) => add(name, content.length, Readable.from([content]))
  const written = pipeline(tar, source => writeInSteps(part, source as AsyncIterable<Buffer>, rest))
  try {
    const manifest = await Promise.race([fill({ add: addBuffer, addStream: add }), written.then(endedEarly)])
    await addBuffer(names.manifest, Buffer.from(JSON.stringify(manifest)))
    tar.entry({ name: names.digest, mode: 0o600 }, digest.value())
    tar.finalize()
    await written
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    // Where the file could not be written, that is the reason; an entry only says that it was cut off.
    throw await written.then(
      () => error,
      (reason: unknown) => reason,
    )
  }
}

const endedEarly = () => Promise.reject(new Error('The archive ended before it was whole'))

/** Returns once all of it is on the disk. */
async function writeInSteps(file: string, source: AsyncIterable<Buffer>, rest: Rest) {
  const handle = await open(file, 'w', 0o600)
  try {
    let unsynced = 0
    for await (const piece of source) {
      await handle.appendFile(piece)
      unsynced += piece.length
      if (unsynced < stepBytes) continue
      unsynced = 0
      await handle.datasync()
      await rest()
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename is on the disk once its folder is. */
async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
