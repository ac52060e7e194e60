import type { Db } from '#server/platform/database/statement.ts'
import type { AnnouncementState } from '#shared/features/announcements/rules.ts'
import { gatherPeople } from './audience.ts'
import { setSending } from './queries.ts'
import { addReached, lockScheduled, lockSending, type SendingRow, takePortion } from './send-queries.ts'

/** So many people are told in one transaction. */
const portion = 1000

type Sent = Parameters<typeof gatherPeople>[1]

/** Begins the sending of a locked announcement: from then on its people are those of this moment. `now` in ms. */
export async function beginSending(tx: Db, announcement: Sent, now: number): Promise<AnnouncementState> {
  const recipients = await gatherPeople(tx, announcement, now)
  return (await setSending(tx, announcement.id, recipients, now / 1000))?.state ?? 'sent'
}

/** Whom to tell of an announcement, and by which ways the school sends it. */
export type Portion = SendingRow & { people: readonly number[] }

/** How many of a portion have it in their list now, on their devices and by e-mail. */
type Reached = { count: number; pushed: number; lettered: number }

/**
 * Goes on with what is to be sent at `now` (ms): begins an announcement whose time has come, or has the next people of one told. Part
 * of the transaction `tx`: whatever breaks, those people are told, noted and counted, or none of it. Returns whether there may be more.
 */
export async function sendPortion(tx: Db, now: number, tell: (portion: Portion) => Promise<Reached>): Promise<boolean> {
  const scheduled = await lockScheduled(tx, now / 1000)
  if (scheduled) {
    await beginSending(tx, scheduled, now)
    return true
  }
  const sending = await lockSending(tx, now / 1000)
  if (!sending) return false
  const people = (await takePortion(tx, sending.id, now / 1000, portion)).map(({ userId }) => userId)
  const { count, pushed, lettered } = await tell({ ...sending, people })
  await addReached(tx, sending.id, count, pushed, lettered)
  return true
}
