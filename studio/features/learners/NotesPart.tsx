import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import type { NoteWire } from '#shared/features/learners/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import rowStyles from '#studio/platform/Rows.module.css'
import { CardSection } from './CardTabs.tsx'
import { notesQuery, refreshNotes } from './data.ts'
import styles from './Learners.module.css'

/** What staff wrote about a learner for each other; no learner is shown it. */
export function NotesPart({ userId }: { userId: number }) {
  const t = useCopy()
  const list = useHeldFocus<HTMLDivElement>()
  const [at, setAt] = useState(1)
  return (
    <CardSection title={t('learners.notes')}>
      <p className={styles.muted}>{t('learners.notes.hint')}</p>
      <NewNote userId={userId} onAdded={() => setAt(1)} />
      <div ref={list} tabIndex={-1}>
        <Loaded query={notesQuery(userId, at)}>
          {({ rows, page, pageCount, total }) =>
            total === 0 ? (
              <p className={styles.muted}>{t('learners.notes.none')}</p>
            ) : (
              <>
                <ol className={rowStyles.items}>
                  {rows.map(note => (
                    <Note key={note.id} userId={userId} note={note} />
                  ))}
                </ol>
                <PageSwitch page={page} count={pageCount} onPage={setAt} />
              </>
            )
          }
        </Loaded>
      </div>
    </CardSection>
  )
}

function NewNote({ userId, onAdded }: { userId: number; onAdded: () => void }) {
  const t = useCopy()
  const { text, change } = useTextDraft(`learner note ${userId}`, '', 'device')
  const key = useKeyOf(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    send: async () => {
      const body = { text: text.trim() }
      await request('POST /studio/learners/:id/notes', { params: { id: userId }, body, idempotencyKey: key })
      change('')
      // The button is disabled for an empty note and would lose the focus.
      field.current?.focus()
      onAdded()
      await refreshNotes()
    },
    failed: t('learners.notes.failed'),
  })
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit}>
      <TextArea
        ref={field}
        label={t('learners.notes.write')}
        error={errorOf('text')}
        rows={2}
        // What is typed while it is stored would be lost.
        readOnly={isBusy}
        maxLength={longestText}
        value={text}
        onChange={event => change(event.target.value)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" look="secondary" busy={isBusy} disabled={!text.trim()}>
        {t('learners.notes.add')}
      </Button>
    </form>
  )
}

function Note({ userId, note }: { userId: number; note: NoteWire }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { id, role } = useUser()
  const [isOpen, setOpen] = useState(false)
  const isOwn = note.author?.id === id
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/learners/:id/notes/:noteId', { params: { id: userId, noteId: note.id } })
      await refreshNotes()
    },
    failed: t('learners.notes.failed'),
    hasToast: true,
  })
  const handleRemove = async () => {
    const question = { title: t('learners.notes.remove.ask'), text: note.text.slice(0, 200) }
    if (await confirm({ ...question, yes: t('learners.notes.remove'), no: t('ui.cancel'), danger: true })) void run()
  }
  if (isOpen) return <EditNote userId={userId} note={note} onClose={() => setOpen(false)} />
  return (
    <li>
      <p className={styles.text} dir="auto">
        {note.text}
      </p>
      <p className={styles.muted}>
        {note.author?.name ?? t('audit.nobody')}, {moment(note.created_at * 1000, 'numeric')}
        {note.edited_at !== null &&
          ` · ${t('learners.notes.edited', { date: moment(note.edited_at * 1000, 'numeric') })}`}
      </p>
      {(isOwn || role === 'admin') && (
        <p className={styles.line}>
          {isOwn && (
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t('learners.notes.edit')}
            </Button>
          )}
          <Button look="secondary" busy={isBusy} onClick={() => void handleRemove()}>
            {t('learners.notes.remove')}
          </Button>
        </p>
      )}
    </li>
  )
}

/** The button that opened the form is gone, so its field takes the focus. */
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus()

type EditProps = { userId: number; note: NoteWire; onClose: () => void }

function EditNote({ userId, note, onClose }: EditProps) {
  const t = useCopy()
  const { text, change, forget } = useTextDraft(`learner note ${userId} ${note.id}`, note.text, 'device')
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    send: async () => {
      const params = { id: userId, noteId: note.id }
      await request('PUT /studio/learners/:id/notes/:noteId', { params, body: { text: text.trim() } })
      forget()
      await refreshNotes()
      onClose()
    },
    failed: t('learners.notes.failed'),
  })
  return (
    <li>
      <form ref={form} className={styles.form} onSubmit={handleSubmit}>
        <TextArea
          label={t('learners.notes.edit')}
          error={errorOf('text')}
          rows={3}
          readOnly={isBusy}
          ref={takeFocus}
          maxLength={longestText}
          value={text}
          onChange={event => change(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <p className={styles.line}>
          <Button type="submit" busy={isBusy} disabled={!text.trim()}>
            {t('learners.notes.save')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </p>
      </form>
    </li>
  )
}
