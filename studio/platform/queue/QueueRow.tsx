import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Avatar } from '#kit/ui/Avatar.tsx'
import styles from './Queue.module.css'

type Props = {
  href: string
  isOpen: boolean
  name: string
  avatar: string | null | undefined
  /** What it is about, below the name. */
  about: string
  /** At the end of the first line. */
  count?: ReactNode
  lastWords: string
  /** Badges: how long it waits, who looks after it. */
  marks: ReactNode
}

/** One of those that wait, as a link to it. */
export function QueueRow({ href, isOpen, name, avatar, about, count, lastWords, marks }: Props) {
  return (
    <li>
      <Link href={href} className={styles.row} aria-current={isOpen ? 'page' : undefined}>
        <Avatar name={name} src={avatar ?? undefined} size={40} />
        <span className={styles.who}>
          <strong dir="auto">{name}</strong>
          <span className={styles.about}>{about}</span>
        </span>
        {count}
        <span className={styles.last} dir="auto">
          {lastWords}
        </span>
        <span className={styles.marks}>{marks}</span>
      </Link>
    </li>
  )
}
