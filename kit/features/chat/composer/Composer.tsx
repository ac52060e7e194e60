import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import styles from './Composer.module.css'
import { useEnterSends } from './drafts.ts'

type Props = {
  text: string
  /** `caret` is how much of the text is before it. */
  onText: (text: string, caret: number) => void
  onSend: () => void
  /** Seconds until a message that is sent now goes out; 0 when it goes at once. */
  wait?: number
  /** Why the text cannot be sent. */
  error: string | undefined
  isBusy: boolean
  /** The message that is being changed, and the way out of it. */
  editing?: { text: string; onCancel: () => void }
  /** Above everything else. */
  top?: ReactNode
  /** Chosen files above the text, and the button that chooses them beside it. */
  files?: ReactNode
  picker?: ReactNode
  extras?: ReactNode
  /** Where files may be dropped and pasted. */
  area?: RefObject<HTMLFormElement | null>
}

/** On a phone Enter starts a new line: its keyboard has no Shift+Enter. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

function Editing({ text, onCancel }: { text: string; onCancel: () => void }) {
  const t = useCopy()
  return (
    <div className={styles.editing}>
      <p>
        <strong>{t('chat.editing')}</strong> <bdi>{text}</bdi>
      </p>
      <IconButton icon="close" label={t('chat.editing.cancel')} onClick={onCancel} />
    </div>
  )
}

function SendButton({ isBusy, isEditing }: { isBusy: boolean; isEditing: boolean }) {
  const t = useCopy()
  const label = t(isEditing ? 'chat.save' : 'chat.send')
  return (
    <button type="submit" className={styles.send} aria-label={label} title={label} disabled={isBusy}>
      <Icon name={isEditing ? 'check' : 'send'} />
    </button>
  )
}

/** What is suggested for the text comes first for whoever goes back from it by the keyboard, before the choice of files. */
function goToSuggestions(event: KeyboardEvent<HTMLTextAreaElement>) {
  const last = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('[data-suggestion]') ?? [])].at(-1)
  if (!last) return
  event.preventDefault()
  last.focus()
}

/** The form for a message; the text stays until it is sent. */
export function Composer(props: Props) {
  const { text, onText, onSend, wait = 0, error, isBusy, editing, top, files, picker, extras, area: form } = props
  const isEditing = editing !== undefined
  const t = useCopy()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const enter = useEnterSends()
  useEffect(() => {
    if (isEditing) area.current?.focus()
  }, [isEditing])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSend()
  }
  // Pressing a button keeps the focus in the text: otherwise a phone hides its keyboard and the button moves away.
  const handlePress = (event: MouseEvent) => {
    const isOnButton = event.target instanceof Element && event.target.closest('button')
    if (isOnButton && document.activeElement === area.current) event.preventDefault()
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Tab' && event.shiftKey) return goToSuggestions(event)
    if (event.key === 'Escape' && editing) return editing.onCancel()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return
    if (event.ctrlKey || event.metaKey || (enter.isOn && !isTouch())) submit(event)
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={submit} onMouseDown={handlePress}>
      {editing && <Editing {...editing} />}
      {top}
      {files}
      <div className={styles.line}>
        {picker}
        <textarea
          ref={area}
          id={id}
          rows={1}
          dir="auto"
          value={text}
          maxLength={longestText}
          placeholder={t('chat.placeholder')}
          aria-label={t('chat.placeholder')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={styles.text}
          onChange={event => onText(event.target.value, event.target.selectionStart)}
          onKeyDown={handleKey}
        />
        <SendButton isBusy={isBusy} isEditing={isEditing} />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.foot}>
        {extras}
        {wait > 0 && text.trim() && <p className={styles.wait}>{t('chat.wait', { count: wait })}</p>}
        <button type="button" className={styles.enter} onClick={enter.toggle}>
          {t(enter.isOn ? 'chat.enter.sends' : 'chat.enter.line')}
        </button>
      </div>
    </form>
  )
}
