import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { EditPhrases } from './EditPhrases.tsx'
import styles from './Phrases.module.css'
import { foundPhrases, inserted, usePhrases } from './phrases.ts'

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
  const { data, error, isFetching, refetch } = usePhrases()
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
      {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy>
          <Skeleton height="8rem" />
        </div>
      )}
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
