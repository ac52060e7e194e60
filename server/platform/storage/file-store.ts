import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'

const keyPattern = /^[\w-]{22}$/
const segmentPattern = /^\w[\w .()+,@-]*$/

/** Where a stored file is: in a folder of this machine, or at a temporary address. */
export type Found = { folder: string; path: string } | { address: string }

export type StoredFile = { key: string; path: string }

/** Stores files by an unguessable key and a path under it; throws an Error for a key or path it could not have issued. */
export type FileStore = {
  /** Copies the file at `source` to `path` under `key`. */
  put(key: string, path: string, source: string): Promise<void>
  /** Like `put`, but removes `source`. */
  move(key: string, path: string, source: string): Promise<void>
  has(key: string, path: string): Promise<boolean>
  /** Copies a stored file to `target`, whose folder must exist. */
  copyTo(key: string, path: string, target: string): Promise<void>
  /** Where a browser should fetch it with the given method; an address serves it with `disposition`, if given. */
  find(key: string, path: string, method: 'GET' | 'HEAD', disposition?: string): Promise<Found>
  /** A stored file as it is now, even if it is removed while it is read; undefined when it is not there. */
  read(key: string, path: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Everything that is stored, in no order. */
  list(): AsyncIterable<StoredFile>
  removeFile(key: string, path: string): Promise<void>
  /** Removes everything under `key`. */
  remove(key: string): Promise<void>
}

/** A store in a folder of this machine. */
export type FolderStore = FileStore & {
  folder: string
  /** Where a stored file lies; undefined when the key or path could not have come from this store. */
  pathOf(key: string, path: string): string | undefined
}

/** 128 random bits, safe in an address. */
export function newFileKey(): string {
  return randomBytes(16).toString('base64url')
}

/** Whether every part of a relative path is a plain name: no dot files, no '..', no characters a URL would change. */
export function isSafePath(path: string): boolean {
  return path.length <= 200 && path.split('/').every(segment => segmentPattern.test(segment))
}

/** Whether a store could have issued this key and path. */
export function isPlace(key: string, path: string): boolean {
  return keyPattern.test(key) && isSafePath(path)
}

/** Throws an Error for a key or path no store could have issued. */
export function assertPlace(key: string, path = 'any'): void {
  if (!isPlace(key, path)) throw new Error(`Not a place in the store: ${key}/${path}`)
}

/** Makes a folder that only the server's own user may open; one that is there is closed to all others. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** A store in `folder`. */
export function openFileStore(folder: string): FolderStore {
  function ownPath(key: string, path: string) {
    assertPlace(key, path)
    return join(folder, key, path)
  }
  async function newPath(key: string, path: string) {
    const target = ownPath(key, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return target
  }
  return {
    folder,
    pathOf: (key, path) => (isPlace(key, path) ? join(folder, key, path) : undefined),
    async put(key, path, source) {
      const target = await newPath(key, path)
      await copyWhole(source, target)
      await chmod(target, 0o600)
    },
    async move(key, path, source) {
      const target = await newPath(key, path)
      await moveFile(source, target)
      await chmod(target, 0o600)
    },
    has: (key, path) =>
      access(ownPath(key, path)).then(
        () => true,
        () => false,
      ),
    copyTo: (key, path, target) => copyFile(ownPath(key, path), target, constants.COPYFILE_FICLONE),
    async find(key, path) {
      assertPlace(key, path)
      return { folder, path: `${key}/${path}` }
    },
    read: (key, path) => readOwn(ownPath(key, path)),
    list: () => listFolder(folder),
    removeFile: (key, path) => rm(ownPath(key, path), { force: true }),
    async remove(key) {
      assertPlace(key)
      await rm(join(folder, key), { recursive: true, force: true })
    },
  }
}

async function readOwn(path: string) {
  const file = await open(path).catch(orNothing)
  if (!file) return undefined
  const { size } = await file.stat()
  return { bytes: size, content: file.createReadStream({ highWaterMark: 1 << 20 }) }
}

async function* listFolder(folder: string): AsyncIterable<StoredFile> {
  for (const key of (await readdir(folder).catch(orNothing)) ?? []) {
    const entries = (await readdir(join(folder, key), { recursive: true, withFileTypes: true }).catch(orNothing)) ?? []
    for (const entry of entries) {
      const path = relative(join(folder, key), join(entry.parentPath, entry.name)).replaceAll(sep, '/')
      if (entry.isFile() && isPlace(key, path)) yield { key, path }
    }
  }
}

/** For what others may remove at any time. */
function orNothing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return
  throw error
}

/** Renames where both are on one disk. */
async function moveFile(source: string, target: string) {
  try {
    await rename(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyWhole(source, target)
    await rm(source)
  }
}

/** A file that is being copied has its name only once it is whole. */
async function copyWhole(source: string, target: string) {
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await copyFile(source, part, constants.COPYFILE_FICLONE)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
