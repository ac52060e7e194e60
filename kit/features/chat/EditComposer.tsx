import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { Composer } from './Composer.tsx'
import { takeMessage } from './conversation-data.ts'

/** Where an own message is changed; what was typed stays until the server took it. */
export function EditComposer({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const t = useCopy()
  const client = useQueryClient()
  const [text, setText] = useState(message.text)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (!text.trim() && message.files.length === 0) return setError(t('chat.required'))
    setBusy(true)
    try {
      const params = { id: message.chatId, messageId: message.id }
      const { data } = await request('PUT /chats/:id/messages/:messageId', { params, body: { message: text } })
      takeMessage(client, message.chatId, data)
      onDone()
    } catch (problem) {
      setError(isOffline() ? t('chat.edit.offline') : errorMessage(problem, t('chat.failed')))
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setError(undefined)
    setText(next)
  }
  return (
    <Composer
      text={text}
      onText={change}
      onSend={() => void save()}
      wait={0}
      error={error}
      isBusy={isBusy}
      editing={{ text: message.text, onCancel: onDone }}
    />
  )
}
