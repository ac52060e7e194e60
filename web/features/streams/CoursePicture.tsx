import { useState } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import type { PictureWire } from '#shared/features/media/contract.ts'
import styles from './CoursePicture.module.css'

interface Props {
  picture: PictureWire | undefined
  /** How wide it is shown, for the browser to choose a size. */
  sizes: string
  /** The picture that the screen begins with is loaded at once. */
  eager?: boolean
}

/** A course's picture, decoration beside its title; a calm pattern where there is none or it fails. */
export function CoursePicture({ picture, sizes, eager }: Props) {
  const [failed, setFailed] = useState<string>()
  if (!picture || failed === picture.large) {
    return (
      <span className={styles.pattern} aria-hidden>
        <Icon name="book" />
      </span>
    )
  }
  return (
    <img
      className={styles.picture}
      src={picture.medium}
      srcSet={`${picture.small} 480w, ${picture.medium} 960w, ${picture.large} 1600w`}
      sizes={sizes}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(picture.large)}
    />
  )
}
