import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { newKey } from '#kit/request/new-key.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { queryClient } from '#kit/cache/query-client.ts'
import { longestText } from '#shared/features/chat/rules.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { type ChatDetail, chatQuery } from './data.ts'
import styles from './Inbox.module.css'

type Props = { chatId: number; notes: ChatDetail['notes'] }

/** What staff tell each other about a chat: set apart from the conversation, never sent to the learner. */
export function ChatNotes({ chatId, notes }: Props) {
  const t = useCopy()
  return (
    <section className={styles.notes} aria-labelledby="chat-notes">
      <h2 id="chat-notes">
        <Icon name="lock" /> {t('inbox.notes')}
      </h2>
      <p className={styles.muted}>{t('inbox.notes.hint')}</p>
      <ol>
        {notes.map(({ id, author, text, created_at }) => (
          <li key={id} className={styles.note}>
            <p dir="auto">{text}</p>
            <p className={styles.muted}>
              {author?.name ?? t('inbox.notes.nobody')}, {formatDate(created_at * 1000, t.language, 'short')},{' '}
              {formatTime(created_at * 1000, t.language)}
            </p>
          </li>
        ))}
      </ol>
      <NoteForm chatId={chatId} />
    </section>
  )
}

function NoteForm({ chatId }: { chatId: number }) {
  const t = useCopy()
  const name = `note.${useUser().id}.${chatId}`
  const [text, setText] = useState(() => recall<string>(name) ?? '')
  const [key, setKey] = useState(newKey)
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (next: string) => {
    setText(next)
    remember(name, next || undefined)
  }
  const leave = useMutation({
    mutationFn: () =>
      request('POST /studio/chats/:id/notes', {
        params: { id: chatId },
        body: { text: text.trim() },
        idempotencyKey: key,
      }),
    onSuccess: () => {
      change('')
      setKey(newKey())
      // An empty note cannot be left: its button would take the focus with it.
      field.current?.focus()
      return queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() && !leave.isPending) leave.mutate()
  }
  return (
    <form className={styles.noteForm} onSubmit={handleSubmit}>
      <textarea
        ref={field}
        rows={2}
        maxLength={longestText}
        aria-label={t('inbox.notes.write')}
        placeholder={t('inbox.notes.write')}
        value={text}
        onChange={event => change(event.target.value)}
      />
      {leave.error && (
        <Notice tone="danger" live>
          {errorMessage(leave.error, t('ui.error.title'))}
        </Notice>
      )}
      <Button type="submit" look="secondary" busy={leave.isPending} disabled={!text.trim()}>
        {t('inbox.notes.leave')}
      </Button>
    </form>
  )
}
