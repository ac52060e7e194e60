import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { classes } from '../classes.ts'

interface Props {
  as?: 'div' | 'section' | 'article' | 'li'
  /** Lifts under the pointer; the whole card is clickable through the one link or button with `cardTarget`. */
  interactive?: boolean
  /** Without padding, for pictures that reach the edge. */
  flush?: boolean
  tone?: 'plain' | 'accent' | 'sunken'
  className?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** A raised surface that groups related content. */
export function Card({ as: Element = 'div', interactive, flush, tone = 'plain', className, ...rest }: Props) {
  return (
    <Element
      {...rest}
      className={classes(
        styles.card,
        styles[tone],
        interactive && styles.interactive,
        !flush && styles.padded,
        className,
      )}
    />
  )
}

/** Class of the one link or button in an interactive card: its click area is the whole card. */
export const cardTarget = styles.target
