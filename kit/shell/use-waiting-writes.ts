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
 * Once there is a session: sends what waits on the device. A write that was sent late makes every read stale; one that the
 * server refused is named in a toast. `loadUploads` loads what uploads files, when a write first waits for one.
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
