import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { isOffline } from '#kit/request/online.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import { takeMessage } from '../message-data.ts'
import { addMessage } from '../sending.ts'
import { Composer } from './Composer.tsx'
import { useChatDraft } from './drafts.ts'

type Props = {
  chatId: number
  /** Below the text, such as saved phrases. */
  composerExtras?: ReactNode
  /** Seconds until the next message may go. */
  wait: number
  onSent: () => void
}

/** The form for a new message: it goes to the outbox, then the draft is removed. */
export function MessageComposer({ chatId, composerExtras, wait, onSent }: Props) {
  const t = useCopy()
  const draft = useChatDraft(chatId)
  const uploads = useUploads(draft.uploads)
  const area = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (text: string) => {
    setError(undefined)
    draft.change(() => ({ text }))
  }
  const choose = (next: (before: readonly string[]) => readonly string[]) => {
    setError(undefined)
    draft.change(before => ({ uploads: next(before.uploads) }))
  }
  const send = async () => {
    if (!draft.text.trim() && uploads.length === 0) return setError(t('chat.required'))
    if (uploads.some(upload => upload.state === 'FAIL')) return setError(t('chat.files.failed'))
    setBusy(true)
    try {
      const ids = uploads.map(upload => upload.id)
      await addMessage(chatId, draft.text, ids)
      draft.change(() => ({ text: '', uploads: [] }))
      onSent()
    } catch {
      setError(t('chat.failed'))
    }
    setBusy(false)
  }
  return (
    <Composer
      text={draft.text}
      onText={change}
      onSend={() => void send()}
      wait={isOffline() ? 0 : wait}
      error={error}
      isBusy={isBusy}
      area={area}
      files={<UploadList ids={draft.uploads} onRemove={gone => choose(chosen => chosen.filter(id => id !== gone))} />}
      picker={
        <PickFiles
          look="icon"
          area={area}
          most={mostFiles - draft.uploads.length}
          disabled={draft.uploads.length >= mostFiles}
          onPicked={picked => choose(chosen => [...chosen, ...picked].slice(0, mostFiles))}
        />
      }
      extras={composerExtras}
    />
  )
}

/** The form for editing an own message; the text stays until the server has stored it. */
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
