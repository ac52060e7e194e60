import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import styles from './Figures.module.css'
import { Scaled } from './Scaled.tsx'
import { scaleTop } from './scale-top.ts'

/** What is below zero has no bar. `texts` say the values where they are no plain numbers. */
type Bar = { label: string; values: readonly number[]; texts?: readonly string[] }

type Props = {
  /** Names of what each bar of a group shows. */
  series: readonly string[]
  bars: readonly Bar[]
  /** Whether the values are percents: a full bar is all of it. */
  isShare?: boolean
}

const height = 160
const gap = 6

/** Bars side by side for each label. It says nothing that the table beside it does not say, so it is hidden from readers. */
export function BarChart({ series, bars, isShare = false }: Props) {
  const { language } = useCopy()
  const top = isShare ? 100 : scaleTop(Math.max(...bars.flatMap(({ values }) => values)))
  const marks = [top, top / 2, 0].map(value => `${formatNumber(value, language)}${isShare ? '%' : ''}`)
  const heightOf = (value: number) => (Math.max(0, value) / top) * height
  const width = Math.max(8, Math.min(36, 28 / series.length))
  const group = width * series.length + gap
  return (
    <figure className={styles.chart} aria-hidden>
      {series.length > 1 && (
        <ul className={styles.legend}>
          {series.map((name, index) => (
            <li key={name}>
              <i className={styles.swatch} data-series={index % 6} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <Scaled marks={marks}>
        <div className={styles.plot}>
          <svg
            width={Math.max(240, group * bars.length)}
            height={height + 4}
            viewBox={`0 -4 ${Math.max(240, group * bars.length)} ${height + 4}`}
          >
            <line className={styles.line} x1="0" x2="100%" y1={0} y2={0} />
            <line className={styles.line} x1="0" x2="100%" y1={height / 2} y2={height / 2} />
            {bars.map(({ label, values, texts }, at) =>
              values.map((value, index) => (
                <rect
                  key={series[index]}
                  data-series={index % 6}
                  className={styles.bar}
                  x={at * group + index * width + gap / 2}
                  y={height - heightOf(value)}
                  width={width - 1}
                  height={heightOf(value)}
                >
                  <title>{`${label}: ${texts?.[index] ?? value}`}</title>
                </rect>
              )),
            )}
            <line className={styles.axis} x1="0" x2="100%" y1={height} y2={height} />
          </svg>
        </div>
      </Scaled>
      <figcaption className={styles.ends}>
        <span>{bars[0]?.label}</span>
        <span>{bars.length > 1 && bars.at(-1)?.label}</span>
      </figcaption>
    </figure>
  )
}
