import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/connection.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { Composer } from './Composer.tsx'
import type { ConversationProps } from './Conversation.tsx'
import { takeMessage } from './conversation-data.ts'
import { useDraft } from './drafts.ts'
import { useMessageDelay } from './message-delay.ts'
import { useSending } from './sending.ts'

type Props = ConversationProps & {
  editing: ChatMessage | undefined
  onEdited: () => void
  onSent: () => void
}

/** The composer of one chat: a new message goes to the outbox, a changed one straight to the server. */
export function MessageComposer({ chatId, userId, messageDelay, composerExtras, editing, onEdited, onSent }: Props) {
  const t = useCopy()
  const client = useQueryClient()
  const draft = useDraft(userId, chatId)
  const sending = useSending(chatId)
  const delay = useMessageDelay(messageDelay)
  const [changed, setChanged] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [focusWish, setFocusWish] = useState(0)
  useEffect(() => {
    setError(undefined)
    if (!editing) return
    setChanged(editing.text)
    setFocusWish(wish => wish + 1)
  }, [editing])
  const text = editing ? changed : draft.text
  const change = (next: string) => {
    setError(undefined)
    if (editing) setChanged(next)
    else draft.change(next)
  }
  const save = async (message: ChatMessage) => {
    setBusy(true)
    try {
      const params = { id: chatId, messageId: message.id }
      const { data } = await request('PUT /chats/:id/messages/:messageId', { params, body: { message: changed } })
      takeMessage(client, chatId, data)
      onEdited()
    } catch (problem) {
      setError(isOffline() ? t('chat.edit.offline') : errorMessage(problem, t('chat.failed')))
    }
    setBusy(false)
  }
  const handleSend = () => {
    if (!text.trim()) return setError(t('chat.required'))
    if (editing) return void save(editing)
    sending.send(text, [])
    draft.change('')
    if (!isOffline()) delay.sent()
    onSent()
  }
  const insert = (added: string) => {
    change(text && !/\s$/.test(text) ? `${text} ${added}` : text + added)
    setFocusWish(wish => wish + 1)
  }
  return (
    <Composer
      text={text}
      onText={change}
      onSend={handleSend}
      wait={editing || isOffline() ? 0 : delay.seconds}
      error={error}
      isBusy={isBusy}
      editing={editing && { text: editing.text, onCancel: onEdited }}
      files={null}
      picker={null}
      extras={composerExtras?.(insert)}
      focusWish={focusWish}
    />
  )
}
