import { type ComponentProps, useState } from 'react'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  value: number
  onChange: (value: number) => void
}

/** A whole number. While it is typed the field may be empty, or hold no more than a minus: that counts as 0. */
export function WholeNumberField({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      {...rest}
      type="number"
      step={1}
      value={typed ?? String(value)}
      onChange={event => {
        setTyped(event.target.value)
        onChange(Math.trunc(Number(event.target.value)) || 0)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
