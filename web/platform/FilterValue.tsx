import styles from './FilterValue.module.css'

type Props = { value: string; isChosen: boolean; onPress: () => void }

/** A value that a list can be filtered by. */
export function FilterValue({ value, isChosen, onPress }: Props) {
  return (
    <button type="button" className={styles.value} aria-pressed={isChosen} onClick={onPress}>
      {value}
    </button>
  )
}
