import { one } from '#server/platform/database/statement.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { BookingParts } from '../booking/book.ts'
import { applyChange } from './take-step.ts'

/** One that still waits to be confirmed although its time has begun; locked, and not one that another node has locked. */
const lockUnconfirmed = one<[nowSeconds: number], { id: number; brandId: string }>(
  'lock-unconfirmed-video',
  `select v.id, v.brand_id as "brandId" from video_consultations v
   where v.status = 'pending' and lower(v.during) <= to_timestamp($1::float8)
   order by lower(v.during), v.id limit 1 for update skip locked`,
)

/** Declines what nobody has confirmed in time: its people are told, and what was paid comes back. */
export async function declineUnconfirmed(database: Database, now: number, { jobs }: BookingParts): Promise<void> {
  const declined = { step: 'decline', to: 'declined', tells: 'declined', givesBack: true } as const
  const declineOne = () =>
    database.inTransaction(async tx => {
      const found = await lockUnconfirmed(tx, now / 1000)
      return found && applyChange(tx, { brandId: found.brandId, now, language: 'en', jobs }, found.id, declined)
    })
  while (await declineOne());
}
