import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { partPatienceMs } from '#shared/features/media/rules.ts'
import { findPartToJoin } from '../recorded-films.ts'
import { FileFailure } from '../upload/file-kind.ts'
import type { ReceivingDependencies } from '../upload/receive-file.ts'
import { remuxVideo } from './remux-video.ts'
import { ToolGone } from '#server/platform/run-tool.ts'

type Dependencies = Pick<ReceivingDependencies, 'database' | 'store'> & { clock(): number }
type Received = { id: number; key: string; path: string }

/**
 * Keeps a received video that browsers play, at `path`, as it is. Throws a FileFailure when they do not, or ToolGone when it may be
 * a part of a recording, which waits for ffmpeg.
 */
export async function keepAsItIs({ database, store, clock }: Dependencies, { id, key, path }: Received, work: string) {
  const [mp4, target] = ['video.mp4', join(work, 'video.mp4')]
  try {
    const facts = await remuxVideo(path, target)
    const { size: madeBytes } = await stat(target)
    await store.move(key, mp4, target)
    return { ...facts, madeBytes, files: { mp4 } }
  } catch (error) {
    if (error instanceof FileFailure && (await findPartToJoin(database, id, (clock() - partPatienceMs) / 1000)))
      throw new ToolGone('ffmpeg is missing, and a recording needs it', { cause: error })
    throw error
  }
}
