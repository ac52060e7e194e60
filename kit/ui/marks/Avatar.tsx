import { useState } from 'react'
import styles from './Avatar.module.css'

interface Props {
  name: string
  src?: string | null
  /** Across, in px. */
  size?: number
}

/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2)
  return words.map(word => [...word][0]?.toUpperCase() ?? '').join('')
}

/** A person's picture, or the initials where there is none or it fails; decoration beside the name. */
export function Avatar({ name, src, size = 44 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = { width: size, height: size, fontSize: size * 0.38 }
  if (!src || failed === src) {
    return <span className={styles.avatar} style={box} data-initials={initials(name)} aria-hidden />
  }
  return <img className={styles.avatar} style={box} src={src} alt="" onError={() => setFailed(src)} />
}
