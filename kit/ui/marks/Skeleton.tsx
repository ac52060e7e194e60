import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '../classes.ts'
import styles from './Skeleton.module.css'

interface Props {
  shape?: 'text' | 'title' | 'box' | 'circle'
  width?: string | number
  height?: string | number
}

/** A placeholder for content being loaded; the screen around it sets `aria-busy`. */
export function Skeleton({ shape = 'text', width, height }: Props) {
  return <div aria-hidden className={classes(styles.skeleton, styles[shape])} style={{ width, height }} />
}

/** The heading of a whole screen that is being loaded, which says so. */
export function HeadingSkeleton() {
  return (
    <h1 aria-label={useCopy()('ui.loading')}>
      <Skeleton shape="title" />
    </h1>
  )
}
