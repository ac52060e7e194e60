import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { brandOrigin } from '#server/features/brands/brand-letter.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'

type Invited = { id: number; email: string; role: PersonRowWire['role'] }

/** People do not read their e-mail every day. */
export const invitationSeconds = 7 * 86_400

/** A new link, by which staff come in by the studio and learners by the app, and what is stored of it. */
export function newInvitationLink(brand: Brand, publicUrl: string, { id, email, role }: Invited) {
  const token = newToken()
  const door = role === 'learner' ? '/reset?invited=on&' : '/admin/invitation?'
  return {
    url: `${brandOrigin(brand, publicUrl)}${door}token=${token}`,
    secret: { id, address: email.toLowerCase(), hash: hashToken(token).toString('hex') },
  }
}
