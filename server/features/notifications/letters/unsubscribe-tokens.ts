import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ChosenLetters, endedByToken } from '#shared/features/notifications/notice-ways.ts'

/** What an e-mail's link ends: one reminder, or a person's e-mails of a kind. */
export type Unsubscribed = { reminderId: number } | { userId: number; letters: ChosenLetters }

function signature(said: string, linkSecret: string): string {
  return createHmac('sha256', linkSecret).update(said).digest('base64url')
}

const saidOf = (what: Unsubscribed) =>
  'reminderId' in what ? `reminder off ${what.reminderId}` : `letters off ${what.letters} ${what.userId}`

/** The token in an e-mail's link: it ends this one thing and can do nothing else, however often it is used. */
function unsubscribeToken(what: Unsubscribed, linkSecret: string): string {
  const name = 'reminderId' in what ? what.reminderId : `${what.letters}-${what.userId}`
  return `${name}.${signature(saidOf(what), linkSecret)}`
}

/** What a link's token ends; undefined for a token that the school has not issued. */
export function unsubscribedBy(token: string, linkSecret: string): Unsubscribed | undefined {
  const named = endedByToken(token)
  if (!named) return undefined
  const { ended, id } = named
  const what = ended === 'reminder' ? { reminderId: id } : { userId: id, letters: ended }
  const right = Buffer.from(signature(saidOf(what), linkSecret))
  const given = Buffer.from(named.signature)
  return given.length === right.length && timingSafeEqual(given, right) ? what : undefined
}

/** The address with which an e-mail is ended, and the headers by which mail programs do so in one click (RFC 8058). */
export function unsubscribing(what: Unsubscribed, origin: string, linkSecret: string) {
  const off = `${origin}/unsubscribe?token=${unsubscribeToken(what, linkSecret)}`
  return { off, headers: { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
