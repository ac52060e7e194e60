import { useState } from 'react'
import { newKey } from './new-key.ts'

/** The idempotency key of what is sent: the same while `sent` stays as it is, so that it counts once, and another one for anything else. */
export function useKeyOf(sent: string): string {
  const [kept, keep] = useState(() => ({ sent, key: newKey() }))
  if (kept.sent === sent) return kept.key
  const next = { sent, key: newKey() }
  keep(next)
  return next.key
}
