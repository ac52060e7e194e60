import { settings } from '#kit/request/connection.ts'
import { isOffline } from '#kit/request/online.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { databaseWrites } from '#kit/request/write-store.ts'
import { oldUploads } from './old-uploads.ts'
import { sendFile } from './send-file.ts'
import { throttled } from './throttled.ts'
import { uploadLimit } from './upload-limit.ts'
import { databaseUploads } from './upload-store.ts'
import { Uploads } from './uploads.ts'
import type { UploadNews } from './upload-view.ts'

const channel = globalThis.BroadcastChannel && new BroadcastChannel('kurso-uploads')

/** Web Locks are there only where the page is secure; elsewhere two tabs may send one file, and the server keeps one. */
async function exclusive(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  return locks ? await locks.request('kurso-uploads', work) : work()
}

/** This browser's uploads; what the outbox waits for. Its module is loaded by `attachUploads` or with the first screen that takes files. */
export const browserUploads = new Uploads({
  store: databaseUploads,
  send: sendFile,
  exclusive,
  later(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  userId: () => settings.userId,
  isOffline,
  announce: throttled(news => channel?.postMessage(news)),
  forget: id => request('DELETE /media-files/:id', { params: { id } }),
  limit: uploadLimit,
  newId: newKey,
  now: Date.now,
})

channel?.addEventListener('message', ({ data }: MessageEvent<UploadNews>) => browserUploads.hear(data))
const hurry = () => browserUploads.hurry()
addEventListener('online', hurry)
addEventListener('offline', hurry)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry())

void forgetOld().catch(() => {})

async function forgetOld() {
  const { userId } = settings
  if (userId === null) return
  const [uploads, writes] = await Promise.all([databaseUploads.list(userId), databaseWrites.list(userId)])
  for (const id of oldUploads(uploads, writes, Date.now())) await browserUploads.cancel(id)
}
