import { useId } from 'react'
import { controlClass, Field, fieldAria } from '#kit/ui/Field.tsx'

type Props<Id extends string> = {
  label: string
  value: Id
  options: readonly { id: Id; label: string }[]
  error?: string | undefined
  disabled?: boolean
  onChoose: (id: Id) => void
}

/** One of a few, as a field of a form. */
export function Choose<Id extends string>({ label, value, options, error, disabled, onChoose }: Props<Id>) {
  const id = useId()
  const texts = { label, ...(error !== undefined && { error }) }
  return (
    <Field id={id} {...texts}>
      <select
        {...fieldAria(id, texts)}
        className={controlClass}
        value={value}
        disabled={disabled}
        onChange={event => {
          const chosen = options.find(option => option.id === event.target.value)
          if (chosen) onChoose(chosen.id)
        }}
      >
        {options.map(option => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
