import { browserQueue, wakeWithPage } from '#kit/queue/browser-queue.ts'
import { settings } from '#kit/request/connection.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { databaseWrites } from '#kit/outbox/write-store.ts'
import { oldUploads } from './old-uploads.ts'
import { sendFile } from './send-file.ts'
import { throttled } from './throttled.ts'
import { uploadLimit } from './upload-limit.ts'
import { databaseUploads } from './upload-store.ts'
import { Uploads } from './uploads.ts'
import type { UploadNews } from './upload-view.ts'

const queue = browserQueue<UploadNews>('kurso-uploads')

/** This browser's uploads; what the outbox waits for. Its module is loaded by `attachUploads` or with the first screen that takes files. */
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
