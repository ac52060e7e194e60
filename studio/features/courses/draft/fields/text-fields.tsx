import { type ComponentProps, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { isUntranslated } from '../missing-texts.ts'
import type { PartForm } from '../use-part.ts'
import { MarkdownArea } from './MarkdownArea.tsx'

/** The fields that are texts by language. */
export type TextName =
  | 'title'
  | 'shortTitle'
  | 'shortDescription'
  | 'forWhom'
  | 'category'
  | 'complexity'
  | 'excerpt'
  | 'text'
  | 'solution'

type Props = { form: PartForm; name: TextName; language: string; label: string; maxLength: number; hint?: string }

/** What ties a control to one field of a part in one language. */
function useField({ form, name, language, label, maxLength, hint }: Props) {
  const t = useCopy()
  const { [name]: texts = {} } = form.content
  return {
    label,
    hint: isUntranslated(texts, language) ? t('courses.text.untranslated') : hint,
    maxLength,
    lang: language,
    dir: 'auto' as const,
    error: form.errors[`content.${name}.${language}`]?.join(' '),
    value: texts[language] ?? '',
    onChange: (event: { target: { value: string } }) =>
      form.change({ [name]: { ...texts, [language]: event.target.value } }),
  }
}

/** A field that has just been added is written next: it takes the focus, once. */
export function useAddedField<Key>() {
  const [added, setAdded] = useState<Key>()
  const takeFocus = (field: HTMLElement | null) => {
    if (!field) return
    field.focus()
    setAdded(undefined)
  }
  return { setAdded, refOf: (key: Key) => (key === added ? takeFocus : undefined) }
}

/** A line in one language. */
export const LineField = (props: Props) => <TextField {...useField(props)} />

/** Lines in one language. */
export const LinesField = ({ rows = 3, ...props }: Props & { rows?: number }) => (
  <TextArea {...useField(props)} rows={rows} />
)

type MarkdownProps = Omit<Props, 'hint'> & { preview: string }

/** A formatted text in one language. */
export function MarkdownField({ preview, ...props }: MarkdownProps) {
  return <MarkdownArea {...useField(props)} preview={preview} />
}

type NumberProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'form'> & {
  value: number | null | undefined
  /** Undefined while nothing, or no number, is written. */
  onNumber: (value: number | undefined) => void
}

/** A whole number; what is no number is kept in the field and not saved. */
export function NumberField({ value, onNumber, min = 0, max, ...rest }: NumberProps) {
  const t = useCopy()
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === null || value === undefined ? '' : String(value))
  const isWrong = shown !== '' && !isWhole(shown, Number(min), Number(max ?? Number.MAX_SAFE_INTEGER))
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={shown}
      error={isWrong ? t('courses.number.wrong', { min: Number(min), max: Number(max) }) : rest.error}
      onChange={event => {
        const { value: next } = event.target
        setTyped(next)
        if (next === '') onNumber(undefined)
        else if (isWhole(next, Number(min), Number(max ?? Number.MAX_SAFE_INTEGER))) onNumber(Number(next))
      }}
    />
  )
}

const isWhole = (text: string, min: number, max: number) =>
  /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max
