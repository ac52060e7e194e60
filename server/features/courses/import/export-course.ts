import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { findPublishedCourse } from '../publish/version-queries.ts'

/** Writes a course and its files to `folder` as they were imported; answers the course file's path, undefined for an unknown course. */
export async function exportCourse(
  db: Db,
  store: FileStore,
  { brandId, key, folder }: { brandId: string; key: string; folder: string },
): Promise<string | undefined> {
  const found = await findPublishedCourse(db, brandId, key)
  if (!found) return undefined
  const { yaml, files } = found.source
  for (const [path, stored] of Object.entries(files)) {
    const [storeKey = '', ...rest] = stored.split('/')
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    await store.copyTo(storeKey, rest.join('/'), to)
  }
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'course.yaml')
  await writeFile(file, yaml)
  return file
}
