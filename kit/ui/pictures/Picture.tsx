import styles from './Picture.module.css'

interface Props {
  /** A drawing of one of our files: its address, '#' and its name. */
  of: string
  className: string | undefined
}

/** People and places, drawn by us in the brand's colours. It only decorates, and comes after what is read. */
export function Picture({ of, className }: Props) {
  return (
    <svg aria-hidden className={`${styles.picture} ${className}`}>
      <use href={of} />
    </svg>
  )
}
