import styles from './Figures.module.css'
import { Scaled } from './Scaled.tsx'

type Props = {
  /** From 0 to 1 for each moment, in their order. */
  shares: readonly number[]
  first: string
  last: string
}

const height = 100

/** An area over the length of a film. It says nothing that the table beside it does not say, so it is hidden from readers. */
export function MomentChart({ shares, first, last }: Props) {
  const steps = shares.map((share, at) => `V${height * (1 - share)}H${at + 1}`).join('')
  return (
    <figure className={styles.moments} aria-hidden>
      <Scaled marks={['100%', '50%', '0%']}>
        <svg viewBox={`0 0 ${shares.length} ${height}`} preserveAspectRatio="none">
          {[0, height / 2].map(y => (
            <line key={y} className={styles.line} x2={shares.length} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
          ))}
          <path className={styles.bar} d={`M0 ${height}${steps}V${height}Z`} />
          <line className={styles.axis} x2={shares.length} y1={height} y2={height} vectorEffect="non-scaling-stroke" />
        </svg>
      </Scaled>
      <figcaption className={styles.ends}>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}
