import { useState } from 'react'
import { savesData } from '#kit/request/data-saver.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { PictureWire } from '#shared/features/media/contract.ts'
import styles from './CoursePicture.module.css'

interface Props {
  picture: PictureWire | undefined
  /** The `sizes` of the img: how wide the picture is shown. */
  sizes: string
  /** Loads at once: for the picture at the top of the screen. */
  eager?: boolean
}

/** A course's picture, or a pattern when there is none or it does not load. Decoration: the title names the course. */
export function CoursePicture({ picture, sizes, eager }: Props) {
  const [failed, setFailed] = useState<string>()
  if (!picture || failed === picture.large) {
    return (
      <span className={styles.pattern} aria-hidden>
        <Icon name="book" />
      </span>
    )
  }
  const isSmall = savesData()
  return (
    <img
      className={styles.picture}
      src={isSmall ? picture.small : picture.medium}
      srcSet={isSmall ? undefined : `${picture.small} 480w, ${picture.medium} 960w, ${picture.large} 1600w`}
      sizes={sizes}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(picture.large)}
    />
  )
}
