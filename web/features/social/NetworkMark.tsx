import type { SocialSource } from '#shared/features/social/rules.ts'
import styles from './Social.module.css'

const letters: Record<SocialSource, string> = { google: 'G', vkontakte: 'VK', facebook: 'f', apple: 'A' }

/** A sign of our own for a network: its letters on a tile. The name beside it says which it is. */
export function NetworkMark({ source }: { source: SocialSource }) {
  const text = letters[source]
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden>
      <rect x="1" y="1" width="22" height="22" rx="7" fill="var(--accent-soft)" />
      <text
        x="12"
        y="12.5"
        dominantBaseline="central"
        textAnchor="middle"
        fill="var(--accent-text)"
        fontWeight="750"
        fontSize={text.length > 1 ? 10 : 14}
      >
        {text}
      </text>
    </svg>
  )
}
