import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { VoiceBar, VoiceButton } from '#kit/features/media/voice/VoiceRecorder.tsx'
import { useVoice } from '#kit/features/media/voice/use-voice.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { ChatSource, Stored } from '../chat-source.ts'
import { Composer } from './Composer.tsx'
import { useChatDraft } from './drafts.ts'
import type { PendingMessage } from '../messages/rows.ts'
import type { MessageDelay, Sending } from '../sending.ts'
import { useGivenBack, withGivenBack, withoutGivenBack } from './given-back.ts'
import { useMessageSubmit } from './message-submit.ts'

/** The text being written, for what helps with it. */
export type Writing = {
  text: string
  /** How much of the text is before the caret. */
  caret: number
  /** Puts another text in its place; the keyboard stays in the field. */
  replace: (text: string) => void
}

export interface Composing {
  /** Puts a message that waits back into the field. */
  takeBack: (pending: PendingMessage) => Promise<void>
}

type Props<Wire extends Stored> = {
  ref: Ref<Composing>
  source: ChatSource<Wire>
  sending: Sending
  messageDelay?: MessageDelay
  /** Why nothing can be sent now; the text stays. */
  stopped?: string | undefined
  /** Above the text, such as the message that it answers. */
  composerTop?: (writing: Writing) => ReactNode
  /** Below the text, such as saved phrases. */
  composerExtras?: ReactNode
  /** Seconds until a message that is sent now goes out. */
  wait: number
  onSent: () => void
}

/** The form for a new message: it goes to the outbox, then the draft is removed. */
export function MessageComposer<Wire extends Stored>(props: Props<Wire>) {
  const { ref, source, sending, messageDelay, stopped, composerTop, composerExtras, wait, onSent } = props
  const t = useCopy()
  const draft = useChatDraft(source.name)
  const [caret, setCaret] = useState(draft.text.length)
  useGivenBack(source, draft.change)
  const uploads = useUploads(draft.uploads)
  const area = useRef<HTMLFormElement>(null)
  /** Whether something was typed while the last message was being stored. */
  const hasTyped = useRef(false)
  const problem = () => {
    if (stopped !== undefined) return stopped
    if (!draft.text.trim() && uploads.length === 0) return t('chat.required')
    return uploads.some(upload => upload.state === 'FAIL') ? t('chat.files.failed') : undefined
  }
  const submission = useMessageSubmit({
    problem,
    async send() {
      const ids = uploads.map(upload => upload.id)
      hasTyped.current = false
      await source.post(draft.text, ids, messageDelay?.delay ?? 0)
      draft.change(now => ({
        text: hasTyped.current ? textAfter(draft.text, now.text) : '',
        uploads: now.uploads.filter(id => !ids.includes(id)),
      }))
      onSent()
    },
    explain: () => t('chat.failed'),
  })
  const change = (text: string, at = text.length) => {
    hasTyped.current = true
    setCaret(at)
    submission.clear()
    draft.change(() => ({ text }))
  }
  const replace = (text: string) => {
    change(text)
    area.current?.querySelector('textarea')?.focus()
  }
  useImperativeHandle(ref, () => ({
    async takeBack({ key, text, uploads: ids }) {
      submission.clear()
      // Kept in the draft first: whatever ends this between, nothing is lost.
      draft.change(before => withGivenBack(before, text, ids))
      const isBack = await sending.takeBack(key)
      if (!isBack) {
        draft.change(before => withoutGivenBack(before, text, ids))
        toast(t('chat.takeBack.late'))
      }
      area.current?.querySelector('textarea')?.focus()
    },
  }))
  const choose = (next: (before: readonly string[]) => readonly string[]) => {
    submission.clear()
    draft.change(before => ({ uploads: next(before.uploads) }))
  }
  const add = (ids: readonly string[]) => choose(chosen => [...chosen, ...ids].slice(0, mostFiles))
  const recorder = useVoice(id => {
    add([id])
    area.current?.querySelector('textarea')?.focus()
  })
  const voice = source.takesVoice ? recorder : undefined
  return (
    <Composer
      text={draft.text}
      onText={change}
      onSend={() => void submission.run()}
      wait={wait}
      error={stopped ?? submission.errorOf('text')}
      isBusy={submission.isBusy}
      area={area}
      top={composerTop?.({ text: draft.text, caret, replace })}
      files={
        <>
          <UploadList ids={draft.uploads} onRemove={gone => choose(chosen => chosen.filter(id => id !== gone))} />
          {voice && <VoiceBar voice={voice} />}
        </>
      }
      picker={
        <>
          <PickFiles
            look="icon"
            area={area}
            most={mostFiles - draft.uploads.length}
            disabled={draft.uploads.length >= mostFiles}
            onPicked={add}
          />
          {voice && <VoiceButton voice={voice} disabled={draft.uploads.length >= mostFiles} />}
        </>
      }
      extras={composerExtras}
    />
  )
}

/** What was typed since `sent` was pressed: behind it, or in its place. */
const textAfter = (sent: string, text: string) =>
  text !== sent && text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
