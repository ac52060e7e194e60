import type { Letter } from '#server/features/brands/brand-letter.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { isListedKind } from '#shared/features/notifications/notice-ways.ts'
import type { Language } from '#shared/platform/contract.ts'
import { announcementLetter } from './announcement-letter.ts'
import { noticeLetter } from '../bell/notice-letter.ts'
import { listMissed } from '../bell/notice-queries.ts'
import { alertLetter, consultationLetter, reminderLetter } from '../notice-texts.ts'
import type { Delivery } from '../push-queries.ts'
import { digestLetter, mostInDigest } from './digest-letter.ts'
import { unsubscribing } from './unsubscribe-tokens.ts'

/** In which language, with links to which origin, signed with which secret; which brands have clubs to tell of. */
type Place = { language: Language; origin: string; linkSecret: string; withClubs: readonly string[] }
type Written = { letter: Omit<Letter, 'to'>; headers?: Record<string, string> }

/** The e-mail of a notice; undefined when there is nothing to say. */
export async function letterOf(db: Db, delivery: Delivery, place: Place): Promise<Written | undefined> {
  const { kind, userId, reminderId, text, alert, announcement, consultation } = delivery
  const { language, origin, linkSecret } = place
  if (consultation && kind !== 'consultation') return { letter: consultationLetter(consultation, language, origin) }
  if (alert) return { letter: alertLetter(alert, language, origin) }
  if (kind === 'digest') return digestOf(db, delivery, place)
  if (kind === 'reminder') {
    if (reminderId === null) return undefined
    const { off, headers } = unsubscribing({ reminderId }, origin, linkSecret)
    return { letter: reminderLetter(text, language, { home: `${origin}/home`, off }), headers }
  }
  if (!isListedKind(kind)) return undefined
  const { off, headers } = unsubscribing({ userId, letters: kind }, origin, linkSecret)
  const links = { origin, off }
  const letter = announcement
    ? announcementLetter(announcement, language, links)
    : noticeLetter(delivery, language, links)
  return { letter, headers }
}

/** What was read until now is left out; when that is all, there is no e-mail. */
async function digestOf(db: Db, { userId, digest }: Delivery, { language, origin, linkSecret, withClubs }: Place) {
  const missed = digest ? await listMissed(db, userId, digest.after, digest.until, mostInDigest, withClubs) : []
  const [newest] = missed
  if (!newest) return undefined
  const { off, headers } = unsubscribing({ userId, letters: 'digest' }, origin, linkSecret)
  return { letter: digestLetter({ missed, total: newest.total }, language, { origin, off }), headers }
}
