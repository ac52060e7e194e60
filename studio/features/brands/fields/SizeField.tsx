import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { Language } from '#shared/platform/contract.ts'
import { sizeText, valueOfSize } from './sizes.ts'

/** Whether a limit is a size of files. */
export const isSize = (place: string) => place.endsWith('Bytes')

type Props = {
  label: string
  error?: string
  isRemovable: boolean
  value: unknown
  onChange: (value: number | string | null) => void
}

function textOf(value: unknown, language: Language): string {
  if (typeof value === 'number') return sizeText(value, language)
  return typeof value === 'string' ? value : ''
}

/** A size of files, typed with its unit. What is typed stays as it is until the field is left or its value changes elsewhere. */
export function SizeField({ label, error, isRemovable, value, onChange }: Props) {
  const t = useCopy()
  const [typed, setTyped] = useState<string>()
  const isTyped = typed !== undefined && valueOfSize(typed) === (value ?? null)
  const problem = typeof value === 'string' ? t('brand.size.wrong') : error
  const handleType = (text: string) => {
    setTyped(text)
    onChange(valueOfSize(text))
  }
  return (
    <TextField
      label={label}
      value={isTyped ? typed : textOf(value, t.language)}
      hint={t('brand.size.hint')}
      autoComplete="off"
      spellCheck={false}
      {...(problem !== undefined && { error: problem })}
      placeholder={isRemovable ? t('brand.none.set') : undefined}
      onChange={event => handleType(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
