import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { bytesIn, sizeText } from './sizes.ts'

/** Whether a limit is a size of files. */
export const isSize = (place: string) => place.endsWith('Bytes')

type Props = {
  label: string
  error?: string
  isRemovable: boolean
  value: unknown
  onChange: (value: number | null) => void
}

/** A size of files, typed with its unit. What is typed stays as it is; what is no size is not taken. */
export function SizeField({ label, error, isRemovable, value, onChange }: Props) {
  const t = useCopy()
  const shown = typeof value === 'number' ? sizeText(value, t.language) : ''
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed.trim() !== '' && bytesIn(typed) === undefined
  const problem = isWrong ? t('brand.size.wrong') : error
  const handleType = (text: string) => {
    setTyped(text)
    const bytes = bytesIn(text)
    if (bytes !== undefined) onChange(bytes)
    else if (text.trim() === '' && isRemovable) onChange(null)
  }
  return (
    <TextField
      label={label}
      value={typed ?? shown}
      hint={t('brand.size.hint')}
      autoComplete="off"
      spellCheck={false}
      {...(problem !== undefined && { error: problem })}
      placeholder={isRemovable ? t('brand.none.set') : undefined}
      onChange={event => handleType(event.target.value)}
      onBlur={() => !isWrong && setTyped(undefined)}
    />
  )
}
