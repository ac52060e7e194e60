import { inserted } from './inserted.ts'
import { pickPhrase } from './PhrasePicker.tsx'

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set

/** Writes as if it had been typed, so that whoever follows the field hears of it. */
function write(field: HTMLTextAreaElement, text: string, cursor: number): void {
  setValue?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.setSelectionRange(cursor, cursor)
}

/** Lets the expert choose a phrase and writes it where the cursor is, or at the end of `fallback` when no text has the focus. */
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
