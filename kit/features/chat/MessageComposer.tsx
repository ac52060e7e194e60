import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import { Composer } from './Composer.tsx'
import type { ConversationProps } from './Conversation.tsx'
import { useDraft } from './drafts.ts'
import type { Sending } from './sending.ts'

type Props = Pick<ConversationProps, 'chatId' | 'userId' | 'composerExtras'> & {
  sending: Sending
  /** Seconds until the next message may go. */
  wait: number
  onSent: () => void
}

/** Where a new message is written: it goes to the outbox, and the draft is forgotten when it is stored there (CHT-08). */
export function MessageComposer({ chatId, userId, composerExtras, sending, wait, onSent }: Props) {
  const t = useCopy()
  const draft = useDraft(userId, chatId)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [focusWish, setFocusWish] = useState(0)
  const change = (text: string) => {
    setError(undefined)
    draft.change({ text })
  }
  const send = async () => {
    if (!draft.text.trim() && draft.uploads.length === 0) return setError(t('chat.required'))
    setBusy(true)
    try {
      await sending.send(draft.text, draft.uploads)
      draft.change({ text: '', uploads: [] })
      onSent()
    } catch {
      setError(t('chat.failed'))
    }
    setBusy(false)
  }
  const insert = (added: string) => {
    const { text } = draft
    change(text && !/\s$/.test(text) ? `${text} ${added}` : text + added)
    setFocusWish(wish => wish + 1)
  }
  return (
    <Composer
      text={draft.text}
      onText={change}
      onSend={() => void send()}
      wait={isOffline() ? 0 : wait}
      error={error}
      isBusy={isBusy}
      files={null}
      picker={null}
      extras={composerExtras?.(insert)}
      focusWish={focusWish}
    />
  )
}
