import { databaseWrites } from '#kit/outbox/write-store.ts'
import { browserQueue, wakeWithPage } from '#kit/queue/browser-queue.ts'
import { settings } from '#kit/request/connection.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { uploadLimit } from '../upload-text.ts'
import { sendFile } from './send-file.ts'
import { databaseUploads, oldUploads } from './upload-store.ts'
import type { UploadNews } from './upload-view.ts'
import { Uploads } from './uploads.ts'

/** How often other tabs are sent an upload's progress, in ms. */
const often = 250

/** Forwards everything at once except progress, which is limited to four times a second per upload. */
function throttled(tell: (news: UploadNews) => void): (news: UploadNews) => void {
  const told = new Map<string, number>()
  return news => {
    if (news.kind !== 'progress') return tell(news)
    const now = Date.now()
    if (now - (told.get(news.id) ?? 0) < often) return
    told.set(news.id, now)
    tell(news)
  }
}

const queue = browserQueue<UploadNews>('kurso-uploads')

/**
 * This browser's uploads, which the outbox waits for. The module is loaded by `attachUploads` or with the first screen
 * that accepts files.
 */
export const browserUploads = new Uploads({
  ...queue,
  store: databaseUploads,
  send: sendFile,
  announce: throttled(queue.announce),
  forget: id => request('DELETE /media-files/:id', { params: { id } }),
  limit: uploadLimit,
  newId: newKey,
})

queue.onNews(news => browserUploads.hear(news))
const hurry = () => browserUploads.hurry()
wakeWithPage(hurry, hurry)

void forgetOld().catch(() => {})

async function forgetOld() {
  const { userId } = settings
  if (userId === null) return
  const [uploads, writes] = await Promise.all([databaseUploads.list(userId), databaseWrites.list(userId)])
  for (const id of oldUploads(uploads, writes, Date.now())) await browserUploads.cancel(id)
}
