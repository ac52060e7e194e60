import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const keyPattern = /^[\w-]{22}$/
const segmentPattern = /^\w[\w .()+,@-]*$/

/** Files by an unguessable key and a path under it, in a folder of this machine. */
export type FileStore = {
  folder: string
  /** Copies the file at `source` to `path` under `key`. */
  put(key: string, path: string, source: string): Promise<void>
  has(key: string, path: string): Promise<boolean>
  /** Where a stored file lies; undefined when key or path is not one this store could have given out (MED-06). */
  pathOf(key: string, path: string): string | undefined
  remove(key: string): Promise<void>
}

/** 128 random bits, safe in an address. */
export function newFileKey(): string {
  return randomBytes(16).toString('base64url')
}

/** Whether every part of a relative path is a plain name: no dot files, no way up, nothing an address would change. */
export function isSafePath(path: string): boolean {
  return path.length <= 200 && path.split('/').every(segment => segmentPattern.test(segment))
}

/** A store in `folder`; a key or path that it could not have given out is refused with an Error. */
export function openFileStore(folder: string): FileStore {
  function pathOf(key: string, path: string) {
    return keyPattern.test(key) && isSafePath(path) ? join(folder, key, path) : undefined
  }
  function ownPath(key: string, path: string) {
    const own = pathOf(key, path)
    if (own === undefined) throw new Error(`Not a place in the store: ${key}/${path}`)
    return own
  }
  return {
    folder,
    pathOf,
    async put(key, path, source) {
      const target = ownPath(key, path)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(source, target, constants.COPYFILE_FICLONE)
    },
    has: (key, path) =>
      access(ownPath(key, path)).then(
        () => true,
        () => false,
      ),
    async remove(key) {
      if (!keyPattern.test(key)) throw new Error(`Not a key of the store: ${key}`)
      await rm(join(folder, key), { recursive: true, force: true })
    },
  }
}
