import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import styles from './Phrases.module.css'
import { forgetPhrase, foundPhrases, inserted, type PhraseBody, savePhrase, usePhrases } from './phrases.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { longestText } from '#shared/features/chat/rules.ts'

/** Lets the expert search and choose a saved phrase; resolves to its text. */
function pickPhrase(): Promise<string | undefined> {
  return openDialog<string>(close => <PhrasePicker onClose={close} />)
}

function PhrasePicker({ onClose }: { onClose: (text?: string) => void }) {
  const t = useCopy()
  const [isManaging, setManaging] = useState(false)
  const footer = (
    <Button look="secondary" onClick={() => setManaging(now => !now)}>
      {t(isManaging ? 'phrases.choose' : 'phrases.manage')}
    </Button>
  )
  return (
    <Dialog title={t('phrases.title')} onClose={() => onClose()} footer={footer}>
      {isManaging ? <EditPhrases /> : <Choice onChoose={onClose} />}
    </Dialog>
  )
}

/** A search field with a list: arrows choose, Enter takes. */
function Choice({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useCopy()
  const id = useId()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const { data } = usePhrases()
  const found = foundPhrases(data ?? [], search)
  const chosen = found[Math.min(at, found.length - 1)]
  const input = useRef<HTMLInputElement>(null)
  // Also when coming back from editing the list, not only when the dialog opens.
  useEffect(() => input.current?.focus(), [])
  const handleKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) setAt(now => Math.max(0, Math.min(found.length - 1, now + step)))
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) onChoose(chosen.text)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.choice}>
      <input
        ref={input}
        data-autofocus
        className={styles.search}
        role="combobox"
        aria-label={t('phrases.search')}
        placeholder={t('phrases.search')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        value={search}
        onChange={event => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={handleKey}
      />
      {data ? undefined : <Skeleton height="8rem" />}
      {data?.length === 0 && <EmptyState icon="chat" title={t('phrases.empty.title')} text={t('phrases.empty.text')} />}
      <div id={`${id}-list`} role="listbox" aria-label={t('phrases.title')} className={styles.list}>
        {found.map(phrase => (
          <button
            key={phrase.id}
            type="button"
            id={`${id}-${phrase.id}`}
            role="option"
            aria-selected={phrase === chosen}
            tabIndex={-1}
            className={styles.option}
            onClick={() => onChoose(phrase.text)}
            ref={phrase === chosen ? element => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          >
            {phrase.shortcut && <strong>{phrase.shortcut}</strong>}
            <span>{phrase.text}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/** Sets the text and fires an input event, so that React notices. */
function write(field: HTMLTextAreaElement, text: string, cursor: number): void {
  setValue?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.setSelectionRange(cursor, cursor)
}

/** Inserts a chosen phrase at the cursor, or at the end of `fallback` when no text field has the focus. */
export async function insertPhrase(fallback: HTMLTextAreaElement | null): Promise<void> {
  const { activeElement: active } = document
  const field = active instanceof HTMLTextAreaElement ? active : fallback
  if (!field) return
  const isTyping = field === active
  const start = isTyping ? field.selectionStart : field.value.length
  const end = isTyping ? field.selectionEnd : start
  const phrase = await pickPhrase()
  field.focus()
  if (phrase === undefined) return
  const text = inserted(field.value, phrase, start, end)
  write(field, text, text.length - (field.value.length - end))
}

type Edited = { id: number | undefined; key: string; shortcut: string; text: string }

const blank = (): Edited => ({
  id: undefined,
  key: newKey(),
  shortcut: '',
  text: '',
})

/** Adds, edits and deletes saved phrases. */
function EditPhrases() {
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
