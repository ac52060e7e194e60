import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'

interface Props {
  icon: IconName
  title: string
  text?: ReactNode
  /** The one thing to do next: a Button or LinkButton. */
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        <Icon name={icon} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
