import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { UploadMore, UploadPurpose } from '#kit/request/local-database.ts'
import { isOffline } from '#kit/request/online.ts'
import { request } from '#kit/request/request.ts'
import { browserUploads } from './browser-uploads.ts'
import type { UploadView } from './upload-view.ts'

/**
 * Stores a photo or video on the device, then uploads it, resuming after any interruption or restart. Returns its id on
 * this device at once; an unacceptable file gets the state FAIL with the reason. What is sent for the library is the school's
 * once it has arrived, and may be a document; the `goal` is told of it then.
 */
export const startUpload = (file: File, purpose?: UploadPurpose, more?: UploadMore): Promise<string> =>
  browserUploads.start(file, purpose, more)
export const pauseUpload = (id: string): Promise<void> => browserUploads.pause(id)
export const resumeUpload = (id: string): Promise<void> => browserUploads.resume([id])
/** Cancels an upload, here and on the server. */
export const cancelUpload = (id: string): Promise<void> => browserUploads.cancel(id)
/** Removes an upload only here: what was sent is in use on the server. */
export const letGoUpload = (id: string): Promise<void> => browserUploads.letGo(id)
export const retryUpload = (id: string): Promise<void> => browserUploads.retry([id])

/** The state of these uploads, live across tabs; cancelled ones and those sent with their write are left out. */
export function useUploads(ids: readonly string[]): readonly UploadView[] {
  const version = useSyncExternalStore(browserUploads.onChange, browserUploads.version)
  useEffect(() => {
    browserUploads
      .load()
      .then(() => browserUploads.hurry())
      .catch(() => {})
  }, [])
  const views = useMemo(() => viewsOf(ids, version), [ids, version])
  const converting = views
    .filter(view => view.state === 'UPLOADED' && !view.isForLibrary)
    .map(view => view.id)
    .join()
  useEffect(() => (converting ? watchConversion(converting.split(',')) : undefined), [converting])
  return views
}

/** What this user's device sends for this purpose, also since an earlier visit. */
export function useUploadsFor(purpose: UploadPurpose): readonly UploadView[] {
  const version = useSyncExternalStore(browserUploads.onChange, browserUploads.version)
  const ids = useMemo(() => idsFor(purpose, version), [purpose, version])
  return useUploads(ids)
}

const idsFor = (purpose: UploadPurpose, _version: number) => browserUploads.withPurpose(purpose)

/** The state of one upload; undefined when there is none. */
export function useUpload(id: string): UploadView | undefined {
  const ids = useMemo(() => [id], [id])
  return useUploads(ids)[0]
}

function viewsOf(ids: readonly string[], _version: number): readonly UploadView[] {
  return ids.flatMap(id => browserUploads.view(id) ?? [])
}

const firstLook = 1500
const slowestLook = 10_000

/** Polls the conversion of these uploads at growing intervals until each is done; returns a function that stops it. */
function watchConversion(ids: readonly string[]): () => void {
  let wait = firstLook
  let timer = setTimeout(() => void look(), wait)
  let isOver = false
  async function look() {
    if (!isOffline() && document.visibilityState === 'visible') await Promise.all(ids.map(askAfter))
    wait = Math.min(slowestLook, wait * 1.5)
    if (!isOver) timer = setTimeout(() => void look(), wait)
  }
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function askAfter(id: string): Promise<void> {
  const mediaId = browserUploads.view(id)?.mediaId
  if (mediaId === undefined) return
  const answer = await request('GET /media-files/:id', { params: { id: mediaId } }).catch(() => undefined)
  if (answer?.data.status === 'DONE' || answer?.data.status === 'FAIL')
    await browserUploads.converted(id, answer.data.status, answer.data.failure)
}
