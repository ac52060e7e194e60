import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { isSafePath } from '#server/platform/storage/file-store.ts'
import { ArchiveError } from './archive-error.ts'

/** How much an archive may hold; a ratio counts only beyond `freeBytes`, since small texts shrink to nothing. */
export type Limits = { entries: number; bytes: number; ratio: number; freeBytes: number; depth: number; ms: number }
const usual: Limits = {
  entries: 20_000,
  bytes: 4 * 1024 ** 3,
  ratio: 100,
  freeBytes: 32 * 1024 ** 2,
  depth: 20,
  ms: 10 * 60_000,
}

/** Where each file of an archive lies on the disk, by its name in it. */
export type Unpacked = ReadonlyMap<string, string>

/**
 * Unpacks a zip or tar.gz into `folder`, which is empty and the caller's to remove; `name` is the archive's. Throws an ArchiveError naming the entry that
 * may not be there; archives inside stay files.
 */
export async function unpack(
  archive: string,
  folder: string,
  name = basename(archive),
  limits: Limits = usual,
): Promise<Unpacked> {
  const head = await headOf(archive).catch((error: unknown) => {
    throw new ArchiveError('unreadable', name, { cause: error })
  })
  const writer = entryWriter(folder, { name, limits, packed: (await stat(archive)).size })
  try {
    if (head.startsWith('PK')) await unpackZip(archive, writer)
    else if (head.startsWith('\x1f\x8b')) await unpackTar(archive, name, writer)
    else throw new ArchiveError('not_an_archive', name)
  } catch (error) {
    if (error instanceof ArchiveError || isOfSystem(error)) throw error
    throw new ArchiveError('broken', name, { cause: error })
  }
  return writer.files
}

/** A failure of the disk is not the archive's fault. */
const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await file.close()
  }
}

type Writer = {
  files: Map<string, string>
  /** What all that is unpacked goes through, headers and empty blocks too: it ends where the limits do. */
  read(blamed: string): Transform
  /** The checked name of the next entry; undefined for a folder. */
  admit(raw: Uint8Array | string, kind: 'file' | 'folder' | 'other'): string | undefined
  write(name: string, content: AsyncIterable<unknown>, signal?: AbortSignal): Promise<void>
}

function entryWriter(folder: string, own: { name: string; limits: Limits; packed: number }): Writer {
  const { limits } = own
  const files = new Map<string, string>()
  const deadline = performance.now() + limits.ms
  const most = Math.min(limits.bytes, Math.max(limits.freeBytes, own.packed * limits.ratio))
  let entries = 0
  const bounded = (bound: number) => {
    let bytes = 0
    return (blamed: string) =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          if (bytes > bound) done(new ArchiveError('too_large', blamed))
          else if (performance.now() > deadline) done(new ArchiveError('too_slow', own.name))
          else done(null, chunk)
        },
      })
  }
  const written = bounded(most)
  return {
    read: bounded(2 * most),
    files,
    admit(raw, kind) {
      const name = nameOf(raw, limits.depth)
      if (kind === 'other') throw new ArchiveError('link', name)
      if (++entries > limits.entries) throw new ArchiveError('too_many', own.name)
      if (kind === 'folder') return undefined
      if (files.has(name)) throw new ArchiveError('twice', name)
      // Each in a folder of its own, since a disk may take two names for one, or not take one at all.
      const last = basename(name)
      const kept = isSafePath(last) ? last : `file${/^\.\w{1,5}$/.exec(extname(name))?.[0] ?? ''}`
      files.set(name, join(folder, String(entries), kept))
      return name
    },
    async write(name, content, signal) {
      const path = files.get(name) ?? ''
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(content, written(name), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    },
  }
}

/** An entry's name with slashes between its steps. Refused: what leaves the folder, and bytes that are no text. */
function nameOf(raw: Uint8Array | string, depth: number): string {
  const text = typeof raw === 'string' ? raw : Buffer.from(raw).toString('utf8')
  const path = text.replaceAll('\\', '/')
  if (/[\p{Cc}\ufffd]/u.test(path)) throw new ArchiveError('bad_name', path.replace(/\p{Cc}/gu, '\ufffd'))
  const steps = path.split('/').filter(step => step !== '' && step !== '.')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || steps.includes('..')) throw new ArchiveError('outside', path)
  if (steps.length > depth) throw new ArchiveError('too_deep', path)
  return steps.join('/').normalize('NFC')
}

async function unpackZip(archive: string, writer: Writer) {
  const zip = await openZip(archive)
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      const raw = entry.fileName as unknown as Buffer
      const name = writer.admit(raw, kindOfEntry(entry, raw))
      if (name === undefined) continue
      if (entry.generalPurposeBitFlag & 1) throw new ArchiveError('encrypted', name)
      await writer.write(name, await contentOf(zip, entry))
    }
  } finally {
    zip.close()
  }
}

/** By the mode that Unix tools write; others leave it empty. */
function kindOfEntry({ externalFileAttributes }: Entry, raw: Buffer) {
  const mode = (externalFileAttributes >>> 16) & 0xf000
  if (![0, 0x8000, 0x4000].includes(mode)) return 'other'
  return mode === 0x4000 || raw.at(-1) === 0x2f ? 'folder' : 'file'
}

const openZip = (path: string) =>
  new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
    yauzl.open(path, options, (error, zip) => (error ? reject(error) : resolve(zip)))
  })

const nextEntry = (zip: ZipFile) =>
  new Promise<Entry | undefined>((resolve, reject) => {
    const settle = (work: () => void) => {
      for (const event of ['entry', 'end', 'error']) zip.removeAllListeners(event)
      work()
    }
    zip.on('entry', (entry: Entry) => settle(() => resolve(entry)))
    zip.on('end', () => settle(() => resolve(undefined)))
    zip.on('error', (error: Error) => settle(() => reject(error)))
    zip.readEntry()
  })

const contentOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

const tarKinds: Partial<Record<NonNullable<Header['type']>, 'file' | 'folder'>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
}

async function unpackTar(archive: string, name: string, writer: Writer) {
  const entries = extract()
  const read = pipeline(createReadStream(archive), createGunzip(), writer.read(name), entries)
  // An entry cut short by its archive only closes, which a pipeline of Node 24 does not notice: its writing is ended by hand.
  const ended = new AbortController()
  read.catch((error: unknown) => ended.abort(error))
  const writeAll = async () => {
    for await (const entry of entries) {
      const { name: raw, type } = entry.header
      const own = writer.admit(raw, tarKinds[type ?? 'file'] ?? 'other')
      if (own === undefined) entry.resume()
      else await writer.write(own, entry, ended.signal)
    }
  }
  await writeAll().catch((error: unknown) => {
    throw ended.signal.aborted && isAbort(error) ? ended.signal.reason : error
  })
  await read
}
