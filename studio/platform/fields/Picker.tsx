import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from './Picker.module.css'

type Props<Id extends string | number> = {
  label: string
  /** Label of the empty choice; without it something is always chosen. */
  all?: string
  /** Label of a chosen value that is no longer an option. */
  gone?: string
  value: Id | undefined
  options: readonly { id: Id; label: string }[]
  onChoose: (id: Id | undefined) => void
}

/** A compact native select. */
export function Picker<Id extends string | number>({ label, all, gone, value, options, onChoose }: Props<Id>) {
  const isGone = value !== undefined && !options.some(({ id }) => id === value)
  return (
    <span className={styles.picker}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={event => onChoose(options.find(({ id }) => String(id) === event.target.value)?.id)}
      >
        {all && <option value="">{all}</option>}
        {isGone && <option value={value}>{gone ?? value}</option>}
        {options.map(option => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
