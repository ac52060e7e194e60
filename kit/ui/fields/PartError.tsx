import type { ReactNode } from 'react'
import { Icon } from '../marks/Icon.tsx'
import styles from './PartError.module.css'

/** What is wrong with a part of a form that is no single field. */
export function PartError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      <Icon name="alert" />
      {children}
    </p>
  )
}
