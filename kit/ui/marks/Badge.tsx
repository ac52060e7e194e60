import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from '../classes.ts'
import { Icon, type IconName } from './Icon.tsx'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** A short state beside a title; the words carry the meaning, the colour only helps. */
export function Badge(props: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles[props.tone ?? 'neutral'])}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </span>
  )
}
