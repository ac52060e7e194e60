import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploading.ts'
import { Composer } from './Composer.tsx'
import type { ConversationProps } from './Conversation.tsx'
import { useChatDraft } from './drafts.ts'
import { addMessage } from './sending.ts'

type Props = Pick<ConversationProps, 'chatId' | 'composerExtras'> & {
  /** Seconds until the next message may go. */
  wait: number
  onSent: () => void
}

/** Where a new message is written: it goes to the outbox, and the draft is forgotten when it is stored there. */
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
