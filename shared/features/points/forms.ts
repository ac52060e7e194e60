import { msFromSeconds } from '#shared/platform/times.ts'
import type { ScoreWire } from './contract.ts'

/** A line of the ledger of points; times in ms. */
export type Score = {
  id: number
  amount: number
  type: string
  createdAt: number
  updatedAt: number
  /** What it was for. */
  about: ScoreWire['about']
  note: string | undefined
}

/** A ledger line from the wire: seconds to ms. */
export function scoreFromWire(wire: ScoreWire): Score {
  return {
    id: wire.id,
    amount: wire.amount,
    type: wire.type,
    createdAt: msFromSeconds(wire.created_at),
    updatedAt: msFromSeconds(wire.updated_at),
    about: wire.about,
    note: wire.note ?? undefined,
  }
}
