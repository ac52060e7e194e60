import { hashKey } from '@tanstack/react-query'
import { isOffline } from '#kit/request/online.ts'

/** So many of them are kept, as they lie on the device with each change. */
const mostSent = 20

/** Whether both say the same; the server may name fields and languages in another order. */
export const isSame = (a: unknown, b: unknown): boolean => hashKey([a]) === hashKey([b])

/** What was sent without an answer yet, with what is sent now: the server may have taken any of it. */
export function withSent<Said>(sent: readonly Said[], now: Said): readonly Said[] {
  // Without a network nothing arrives whose answer could be lost.
  return isOffline() || isSame(sent.at(-1), now) ? sent : [...sent, now].slice(-mostSent)
}
