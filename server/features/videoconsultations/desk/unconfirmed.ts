import { one } from '#server/platform/database/statement.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { LiveNews } from '#server/platform/http/routes.ts'
import { type BookingParts, nudgePeople } from '../booking/book.ts'
import { takeStep } from './take-step.ts'

/** One that still waits to be confirmed although its time has begun; locked, and not one that another node has locked. */
const lockUnconfirmed = one<[nowSeconds: number], { id: number; brandId: string }>(
  'lock-unconfirmed-video',
  `select v.id, v.brand_id as "brandId" from video_consultations v
   where v.status = 'pending' and lower(v.during) <= to_timestamp($1::float8)
   order by lower(v.during), v.id limit 1 for update skip locked`,
)

/** Declines what nobody has confirmed in time: its people are told, open pages too, and what was paid comes back. */
export async function declineUnconfirmed(
  database: Database,
  now: number,
  { jobs, live }: BookingParts & { live: Pick<LiveNews, 'nudge' | 'signal'> },
): Promise<void> {
  const declined = { step: 'decline', to: 'declined', tells: 'declined', givesBack: true } as const
  const declineOne = () =>
    database.inTransaction(async tx => {
      const found = await lockUnconfirmed(tx, now / 1000)
      if (!found) return undefined
      const user = { userId: null, brandId: found.brandId }
      const row = await takeStep(tx, { user, now, language: 'en', jobs }, found, declined)
      return row && { brandId: found.brandId, row }
    })
  for (let done = await declineOne(); done; done = await declineOne()) nudgePeople(live, done.brandId, done.row)
}
