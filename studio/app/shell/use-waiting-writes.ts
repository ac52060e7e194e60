import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import { attachUploads } from '#kit/request/attachments.ts'
import { startOutbox } from '#kit/request/browser-outbox.ts'
import { onDroppedWrite, onSentLate } from '#kit/request/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/toasts.ts'

let isStarted = false

/** Sends what waits on this device, and tells of what the server refused meanwhile. */
export function useWaitingWrites(t: Copy): void {
  useEffect(() => {
    if (isStarted) return
    isStarted = true
    onSentLate(() => void queryClient.invalidateQueries())
    onDroppedWrite(({ error }) =>
      toast(t('shell.dropped', { reason: errorMessage(error, t('ui.error.title')) }), { tone: 'danger' }),
    )
    attachUploads(async () => (await import('#kit/features/media/browser-uploads.ts')).browserUploads)
    startOutbox()
  }, [t])
}
