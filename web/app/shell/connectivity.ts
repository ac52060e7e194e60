import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import { attachUploads } from '#kit/request/attachments.ts'
import { browserOutbox, startOutbox } from '#kit/request/browser-outbox.ts'
import { onDroppedWrite, onSentLate } from '#kit/request/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/toasts.ts'

let isStarted = false

/** Sends what waits, and tells what became of it: sent writes make every read stale, refused ones are named. */
export function useWaitingWrites(isReady: boolean, t: Copy): void {
  useEffect(() => {
    if (!isReady || isStarted) return
    isStarted = true
    onSentLate(() => void queryClient.invalidateQueries())
    onDroppedWrite(({ error }) => {
      void queryClient.invalidateQueries()
      toast(t('shell.dropped', { reason: errorMessage(error, t('ui.error.title')) }), { tone: 'danger' })
    })
    attachUploads(async () => (await import('#kit/features/media/browser-uploads.ts')).browserUploads)
    startOutbox()
    // What waits goes first, or the reads would tell of a time before it.
    addEventListener('online', () => void browserOutbox.drain().then(() => queryClient.invalidateQueries()))
  }, [isReady, t])
}
