import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { FileFailure, kindOfFile } from '../upload/file-kind.ts'
import { keepMade, type MadeFiles } from './keep-made.ts'
import { makeRenditions } from './make-renditions.ts'
import { hasTool } from '#server/platform/run-tool.ts'
import { videoFacts } from './video-facts.ts'

/** Whether this machine has what films are converted with. */
export async function canConvert(): Promise<boolean> {
  return (await hasTool('ffmpeg')) && (await hasTool('ffprobe'))
}

/**
 * Converts a film of a course as uploads are, and stores beside it, under the same key, what was made: the renditions, the MP4
 * for every browser and a poster. Throws a FileFailure when it cannot be converted.
 */
export async function convertFilm(store: FileStore, key: string, path: string): Promise<MadeFiles> {
  const work = await mkdtemp(join(tmpdir(), 'kurso-film-'))
  try {
    const kind = await kindOfFile(path)
    if (kind?.kind !== 'video') throw new FileFailure('not_photo_or_video')
    const { size: bytes } = await stat(path)
    const facts = await videoFacts(path, kind.format)
    await makeRenditions({ path, bytes, format: kind.format, facts }, work, { onProgress: () => undefined })
    return await keepMade(store, key, work, { hls: 'hls', mp4: 'converted.mp4', poster: 'converted.jpg' })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
