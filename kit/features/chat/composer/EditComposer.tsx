import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import type { ChatSource, Stored } from '../chat-source.ts'
import type { Message } from '../message.ts'
import { takeMessage } from '../message-data.ts'
import { Composer } from './Composer.tsx'
import { useMessageSubmit } from './message-submit.ts'

type Props<Wire extends Stored> = {
  source: ChatSource<Wire>
  edit: NonNullable<ChatSource<Wire>['edit']>
  message: Message
  onDone: () => void
}

/** The form for editing an own message; the text stays until the server has stored it. */
export function EditComposer<Wire extends Stored>({ source, edit, message, onDone }: Props<Wire>) {
  const t = useCopy()
  const client = useQueryClient()
  const [text, setText] = useState(message.text)
  const submission = useMessageSubmit({
    problem: () => (text.trim() || message.files.length > 0 ? undefined : t('chat.required')),
    async send() {
      takeMessage(client, source, await edit(message, text))
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
      error={submission.errorOf('text')}
      isBusy={submission.isBusy}
      editing={{ text: message.text, onCancel: onDone }}
    />
  )
}
