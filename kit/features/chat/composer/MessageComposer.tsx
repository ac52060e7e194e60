import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
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
  /** Whether something was typed while the last message was being stored. */
  const hasTyped = useRef(false)
  const problem = () => {
    if (!draft.text.trim() && uploads.length === 0) return t('chat.required')
    return uploads.some(upload => upload.state === 'FAIL') ? t('chat.files.failed') : undefined
  }
  const submission = useMessageSubmit({
    problem,
    async send() {
      const ids = uploads.map(upload => upload.id)
      hasTyped.current = false
      await addMessage(chatId, draft.text, ids)
      draft.change(now => ({
        text: hasTyped.current ? textAfter(draft.text, now.text) : '',
        uploads: now.uploads.filter(id => !ids.includes(id)),
      }))
      onSent()
    },
    explain: () => t('chat.failed'),
  })
  const change = (text: string) => {
    hasTyped.current = true
    submission.clear()
    draft.change(() => ({ text }))
  }
  const choose = (next: (before: readonly string[]) => readonly string[]) => {
    submission.clear()
    draft.change(before => ({ uploads: next(before.uploads) }))
  }
  return (
    <Composer
      text={draft.text}
      onText={change}
      onSend={() => void submission.run()}
      wait={isOffline() ? 0 : wait}
      error={submission.errorOf('text')}
      isBusy={submission.isBusy}
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

/** What was typed since `sent` was pressed: behind it, or in its place. */
const textAfter = (sent: string, text: string) =>
  text !== sent && text.startsWith(sent) ? text.slice(sent.length).trimStart() : text

/** The form for editing an own message; the text stays until the server has stored it. */
export function EditComposer({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const t = useCopy()
  const client = useQueryClient()
  const [text, setText] = useState(message.text)
  const submission = useMessageSubmit({
    problem: () => (text.trim() || message.files.length > 0 ? undefined : t('chat.required')),
    async send() {
      const params = { id: message.chatId, messageId: message.id }
      const { data } = await request('PUT /chats/:id/messages/:messageId', { params, body: { message: text } })
      takeMessage(client, message.chatId, data)
      onDone()
      return true
    },
    explain: error => (isOffline() ? t('chat.edit.offline') : errorMessage(error, t('chat.failed'))),
  })
  const change = (next: string) => {
    submission.clear()
    setText(next)
  }
  return (
    <Composer
      text={text}
      onText={change}
      onSend={() => void submission.run()}
      wait={0}
      error={submission.errorOf('text')}
      isBusy={submission.isBusy}
      editing={{ text: message.text, onCancel: onDone }}
    />
  )
}

type MessagePlan = {
  /** Why the message cannot be sent as it is. */
  problem: () => string | undefined
  send: () => Promise<unknown>
  /** Why sending failed. */
  explain: (error: unknown) => string
}

/** All that goes wrong with a message is said at its text. */
function useMessageSubmit({ problem, send, explain }: MessagePlan) {
  const atText = (text: string) => ({ text: [text] })
  return useSubmit({
    check: () => {
      const found = problem()
      return found === undefined ? undefined : atText(found)
    },
    send,
    failed: '',
    explain: error => ({ errors: atText(explain(error)) }),
  })
}
