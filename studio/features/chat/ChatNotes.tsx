import { type SubmitEvent, useRef, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import { type ChatDetail, chatQuery } from './data.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './Inbox.module.css'

type Props = { chatId: number; notes: ChatDetail['notes'] }

/** Internal notes of staff about a chat; never sent to the learner. */
export function ChatNotes({ chatId, notes }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
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
              {author?.name ?? t('inbox.notes.nobody')}, {moment(created_at * 1000)}
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
  const { text, change } = useTextDraft(`note ${chatId}`, '', 'device')
  const [key, setKey] = useState(newKey)
  const field = useRef<HTMLTextAreaElement>(null)
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      const body = { text: text.trim() }
      await request('POST /studio/chats/:id/notes', { params: { id: chatId }, body, idempotencyKey: key })
      change('')
      setKey(newKey())
      // The button is disabled for an empty note and would lose the focus.
      field.current?.focus()
      await queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
    },
    failed: t('ui.error.title'),
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim()) void run()
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
      <FailureNotice failure={failure} />
      <Button type="submit" look="secondary" busy={isBusy} disabled={!text.trim()}>
        {t('inbox.notes.leave')}
      </Button>
    </form>
  )
}
