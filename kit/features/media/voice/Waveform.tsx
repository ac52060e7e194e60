import styles from './Voice.module.css'

/** Bars, from 0 to 100, of which the first `share` (0 to 1) have been heard; decoration beside what says so in words. */
export function Waveform({ bars, share }: { bars: readonly number[]; share: number }) {
  const width = Math.max(1, bars.length) * 4
  return (
    <svg className={styles.wave} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden>
      {bars.map((bar, index) => {
        const height = Math.max(6, bar)
        return (
          <rect
            // A bar is its place.
            key={`${index} of ${bars.length}`}
            x={index * 4 + 0.75}
            y={(100 - height) / 2}
            width="2.5"
            height={height}
            data-heard={(index + 0.5) / bars.length <= share || undefined}
          />
        )
      })}
    </svg>
  )
}
