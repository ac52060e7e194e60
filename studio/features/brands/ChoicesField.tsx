import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/Checkbox.tsx'
import { IconButton } from '#kit/ui/IconButton.tsx'
import styles from './Brand.module.css'

type Props = {
  label: string
  error?: string
  options: readonly string[]
  value: unknown
  onChange: (value: string[]) => void
}

/** Some of a few words, in an order of their own; those that are not chosen come last. */
export function ChoicesField({ label, error, options, value, onChange }: Props) {
  const t = useCopy()
  const id = useId()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, option] : chosen.filter(one => one !== option))
  const up = (index: number) => {
    const moved = [...chosen]
    moved.splice(index - 1, 2, ...chosen.slice(index - 1, index + 1).toReversed())
    onChange(moved)
  }
  return (
    <fieldset className={styles.choices} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      {[...chosen, ...options.filter(option => !chosen.includes(option))].map((option, index) => (
        <div key={option} className={styles.choice}>
          <Checkbox
            label={option}
            checked={chosen.includes(option)}
            onChange={event => toggle(option, event.target.checked)}
          />
          {index > 0 && index < chosen.length && (
            <IconButton
              icon="chevron-down"
              className={styles.up}
              label={t('brand.list.up', { number: option })}
              onClick={() => up(index)}
            />
          )}
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
