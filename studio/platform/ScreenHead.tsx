import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from './ScreenHead.module.css'

/** Where a screen leads back to. */
export type Back = { href: string; title: string }

/** The way back to the list that a screen belongs to. */
export function BackLink({ href, title }: Back) {
  return (
    <Link href={href} className={styles.back}>
      <Icon name="chevron-left" />
      {title}
    </Link>
  )
}

type Props = {
  back?: Back
  title: string
  /** What stands before the title, such as a face. */
  mark?: ReactNode
  /** Marks and actions behind the title. */
  children?: ReactNode
}

/** The top of a screen: the way back, its title, and what can be done with the whole of it. */
export function ScreenHead({ back, title, mark, children }: Props) {
  return (
    <>
      {back && <BackLink {...back} />}
      <header className={styles.head}>
        {mark}
        <h1 dir="auto">{title}</h1>
        {children}
      </header>
    </>
  )
}
