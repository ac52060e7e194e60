import { Icon, type IconName } from '#kit/ui/Icon.tsx'
import styles from './Choice.module.css'

interface Props<Value extends string> {
  icon: IconName
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A small setting with few values; the device's own picker opens. */
export function Choice<Value extends string>({ icon, label, value, options, onChoose }: Props<Value>) {
  return (
    <span className={styles.choice}>
      <Icon name={icon} />
      <select aria-label={label} value={value} onChange={event => onChoose(event.target.value as Value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className={styles.arrow} />
    </span>
  )
}
