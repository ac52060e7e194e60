import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import { type Attachments, attachUploads } from '#kit/outbox/attachments.ts'
import { browserOutbox, startOutbox } from '#kit/outbox/browser-outbox.ts'
import { onDroppedWrite, onSentLate } from '#kit/outbox/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'

let isStarted = false

/**
 * Once signed in, sends the writes waiting on the device. A late write makes every read stale; a refused one is shown
 * in a toast. `loadUploads` loads the upload code when a write first waits for a file.
 */
export function useWaitingWrites(isReady: boolean, t: Copy, loadUploads: () => Promise<Attachments>): void {
  useEffect(() => {
    if (!isReady || isStarted) return
    isStarted = true
    onSentLate(() => void queryClient.invalidateQueries())
    onDroppedWrite(({ error }) => {
      void queryClient.invalidateQueries()
      toast(t('shell.dropped', { reason: errorMessage(error, t('ui.error.title')) }), { tone: 'danger' })
    })
    attachUploads(loadUploads)
    startOutbox()
    // Writes go first, or the reads would show the state before them.
    addEventListener('online', () => void browserOutbox.drain().then(() => queryClient.invalidateQueries()))
  }, [isReady, t, loadUploads])
}
