import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { ChatMessage } from '#shared/features/chat/forms.ts'

/** Reads out the newest message of the other side when it arrives, never those that were there or that are read back. */
export function Announcer({ last }: { last: ChatMessage | undefined }) {
  const t = useCopy()
  const [first] = useState(last?.number ?? 0)
  const isNews = last !== undefined && last.number > first
  const name = last?.expert?.name ?? t('chat.learner')
  const text = last?.text || t('chat.files', { count: last?.files.length ?? 0 })
  return (
    <div role="status">
      <VisuallyHidden>{isNews ? `${name}: ${text}` : ''}</VisuallyHidden>
    </div>
  )
}
