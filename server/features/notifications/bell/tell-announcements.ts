import { sendPortion } from '#server/features/announcements/send.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notify } from '../notify.ts'

/**
 * Tells the next people of an announcement that is being sent. That they are told and that it is noted is one transaction, and a
 * repeat is the same notice: whatever breaks, each hears of it once. Returns whether there may be more.
 */
export const tellAnnouncements = (database: Database, now: number): Promise<boolean> =>
  database.inTransaction(tx =>
    sendPortion(tx, now, ({ id, byPush, byLetter, people }) => {
      const announcement = {
        kind: 'announcement',
        key: `announcement:${id}`,
        announcementId: id,
        byPush,
        byLetter,
      } as const
      return notify(
        tx,
        people.map(userId => ({ ...announcement, userId })),
        now,
      )
    }),
  )
