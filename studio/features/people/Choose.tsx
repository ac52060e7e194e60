import { SelectField } from '#kit/ui/SelectField.tsx'

type Props<Id extends string> = {
  label: string
  value: Id
  options: readonly { id: Id; label: string }[]
  error?: string | undefined
  onChoose: (id: Id) => void
}

/** One of a few, as a field of a form. */
export function Choose<Id extends string>({ options, onChoose, ...field }: Props<Id>) {
  return (
    <SelectField
      {...field}
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
    </SelectField>
  )
}
