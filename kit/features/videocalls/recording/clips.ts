import { addWrite } from '#kit/outbox/outbox.ts'
import { settings } from '#kit/request/connection.ts'
import { deleteClip, localDatabase, type StoredClip } from '#kit/request/local-database.ts'
import { startUpload } from '#kit/features/media/uploads/uploading.ts'

const lockOf = (id: string) => `kurso-clip ${id}`

/** Keeps a new clip on this device; while `work` goes on no page sends it. */
export async function keepClip(clip: StoredClip, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(clip.id), async () => {
    await (await localDatabase()).put('clips', clip)
    await work()
  })
}

/** Keeps a piece of a clip, for good once this resolves. */
export async function addPiece(clipId: string, bytes: Blob): Promise<void> {
  await (await localDatabase()).add('pieces', { clipId, bytes })
}

/** Sends what this device has recorded and no page records any more, also what a page left behind that has crashed. */
export async function sendClips(): Promise<void> {
  const { userId } = settings
  if (userId === null) return
  const database = await localDatabase()
  for (const clip of await database.getAllFromIndex('clips', 'userId', userId))
    await navigator.locks.request(lockOf(clip.id), { ifAvailable: true }, async lock => {
      if (lock && (await database.get('clips', clip.id))) await send(clip)
    })
}

/** As what a learner hands in: an upload that goes on whenever it can, and a write that waits for it. */
async function send({ id, type, consultationId, recordingId, beganAt }: StoredClip): Promise<void> {
  const pieces = await (await localDatabase()).getAllFromIndex('pieces', 'clipId', id)
  const [kind = ''] = type.split(';')
  const file = new File(
    pieces.map(({ bytes }) => bytes),
    `call.${kind.endsWith('mp4') ? 'mp4' : 'webm'}`,
    { type: kind },
  )
  if (file.size > 0) {
    const upload = await startUpload(file)
    const input = { params: { id: consultationId, recordingId }, body: { began_at: beganAt, file_ids: [] } }
    await addWrite('POST /online-consultation/:id/recordings/:recordingId/part', input, {
      lane: `recording:${recordingId}`,
      uploads: [upload],
      keepsRefused: false,
      key: id,
    })
  }
  await deleteClip(id)
}
