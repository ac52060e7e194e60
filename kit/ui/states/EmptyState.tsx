import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import type { IconName } from '../marks/Icon.tsx'
import { Picture } from '../pictures/Picture.tsx'
import scenes from '../pictures/scenes.svg?no-inline'

interface Props {
  /** What it is about: chooses the picture. */
  icon: IconName
  title: string
  text?: ReactNode
  /** The next step: a Button or LinkButton. */
  action?: ReactNode
  /** It is the whole screen: its title is the page's heading. */
  isPage?: boolean
}

/** Says that there is nothing here yet and what to do about it. */
export function EmptyState({ icon, title, text, action, isPage }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      <Picture of={`${scenes}#${icon}`} className={styles.picture} />
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
