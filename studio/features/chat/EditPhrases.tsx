import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import styles from './Phrases.module.css'
import { forgetPhrase, type PhraseBody, savePhrase, usePhrases } from './phrases.ts'

type Edited = { id: number | undefined; key: string; shortcut: string; text: string }

const blank = (): Edited => ({
  id: undefined,
  key: newKey(),
  shortcut: '',
  text: '',
})

/** Adds, edits and deletes saved phrases. */
export function EditPhrases() {
  const t = useCopy()
  const { data = [] } = usePhrases()
  const [edited, setEdited] = useState(blank)
  const forget = useSubmit({ send: forgetPhrase, failed: t('ui.error.title') })
  return (
    <div className={styles.manager}>
      <PhraseForm key={edited.key} edited={edited} onChange={setEdited} onDone={() => setEdited(blank())} />
      <FailureNotice failure={forget.failure} />
      <ul className={styles.list} aria-label={t('phrases.title')}>
        {data.map(({ id, shortcut, text }) => (
          <li key={id} className={styles.managed}>
            <span className={styles.text}>
              {shortcut && <strong>{shortcut}</strong>}
              <span>{text}</span>
            </span>
            <Button
              look="ghost"
              aria-label={t('phrases.edit.of', { name: shortcut || text })}
              onClick={() => setEdited({ id, key: String(id), shortcut, text })}
            >
              {t('phrases.edit')}
            </Button>
            <IconButton
              icon="close"
              label={t('phrases.forget', { name: shortcut || text })}
              onClick={() => void forget.run(id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type FormProps = { edited: Edited; onChange: (edited: Edited) => void; onDone: () => void }

function PhraseForm({ edited, onChange, onDone }: FormProps) {
  const t = useCopy()
  const save = useSubmit({
    send: async (body: PhraseBody) => {
      await savePhrase(edited.id, edited.key, body)
      onDone()
    },
    failed: t('ui.error.title'),
  })
  const first = useRef<HTMLInputElement>(null)
  // Each phrase gets a new form, so that several can be added without the mouse.
  useEffect(() => first.current?.focus(), [])
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const body = { shortcut: edited.shortcut.trim(), text: edited.text.trim() }
    if (body.text) void save.run(body)
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        ref={first}
        label={t('phrases.shortcut')}
        hint={t('phrases.shortcut.hint')}
        maxLength={40}
        value={edited.shortcut}
        onChange={event => onChange({ ...edited, shortcut: event.target.value })}
      />
      <TextArea
        label={t('phrases.text')}
        maxLength={longestText}
        rows={3}
        value={edited.text}
        onChange={event => onChange({ ...edited, text: event.target.value })}
      />
      <FailureNotice failure={save.failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={save.isBusy} disabled={!edited.text.trim()}>
          {t(edited.id === undefined ? 'phrases.add' : 'phrases.save')}
        </Button>
        {edited.id !== undefined && (
          <Button look="ghost" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
