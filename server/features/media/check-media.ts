import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { broken, type Check, type Finding, good, lacking } from '#server/platform/check.ts'
import { type FileStore, newFileKey } from '#server/platform/storage/file-store.ts'

const patienceMs = 10_000
const path = 'tried.txt'

type Place = { store: FileStore; bucket: string | undefined; publicUrl: string; canConvert(): Promise<boolean> }

/** The store of media, written and read as the server and a browser do, and what converts films. */
export function mediaChecks({ store, bucket, publicUrl, canConvert }: Place): Check[] {
  return [
    {
      name: 'Media',
      advice: bucket
        ? 'Compare the S3 settings with the store: endpoint, region, bucket, and a key that may get, put, delete and list'
        : 'Let the server’s user write to DATA_DIR/media',
      run: () => keptAndRead({ store, bucket, publicUrl }),
    },
    {
      name: 'Films',
      advice: 'Install ffmpeg, with ffprobe',
      async run() {
        return (await canConvert())
          ? good('ffmpeg is there')
          : lacking(
              'ffmpeg is missing: films that browsers can play are kept as they are, others are refused',
              'Install ffmpeg, with ffprobe; it is found without a restart',
            )
      },
    },
  ]
}

/** Stores a small file, reads it back and removes it. */
async function keptAndRead({ store, bucket, publicUrl }: Omit<Place, 'canConvert'>): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-doctor-'))
  const key = newFileKey()
  const content = randomBytes(64).toString('hex')
  try {
    await writeFile(join(folder, path), content)
    await store.put(key, path, join(folder, path))
    const kept = await store.read(key, path)
    if (!kept || (await buffer(kept.content)).toString() !== content)
      return broken('what was stored does not come back', 'Look into the store’s own log')
    const found = await store.find(key, path, 'GET')
    if ('folder' in found) return good(`written to ${found.folder} and read`)
    return await openedByBrowser(found.address, { content, publicUrl, bucket })
  } finally {
    await store.remove(key)
    await rm(folder, { recursive: true })
  }
}

type Opened = { content: string; publicUrl: string; bucket: string | undefined }

/** Opens a file of the bucket as a page of the school does. */
async function openedByBrowser(address: string, { content, publicUrl, bucket }: Opened): Promise<Finding> {
  const { origin } = new URL(publicUrl)
  const signal = AbortSignal.timeout(patienceMs)
  const answer = await fetch(address, { headers: { origin, range: 'bytes=0-' }, signal })
  if (!answer.ok || (await answer.text()) !== content)
    return broken(
      `${bucket} is written to, but browsers cannot read it (${answer.status})`,
      'Let its key read objects, and do not redirect',
    )
  const allowed = answer.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin)
    return lacking(
      `${bucket} is written to and read, but not by the player`,
      `Let the bucket’s CORS rules allow GET and HEAD with Range from ${origin}`,
    )
  return good(`${bucket} is written to, and read as browsers do`)
}
