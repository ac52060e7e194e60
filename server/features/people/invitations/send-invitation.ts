import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import { invitationWords } from './letter.ts'
import { findInvitee, upsertInvitation } from './queries.ts'

type Parts = Pick<ServerParts, 'database' | 'mailer' | 'clock' | 'publicUrl' | 'mailFrom'> & { brands: Brands }

/** People do not read their e-mail every day. */
const invitationSeconds = 7 * 86_400

/** The job that sends an invitation: staff come in by the studio, learners by the app. The link is made when it is sent. */
export async function sendInvitation(parts: Parts, { userId, inviterId }: JobData): Promise<void> {
  const { database, brands, mailer, clock, publicUrl, mailFrom } = parts
  const [id, inviter] = [Number(userId), Number(inviterId)]
  const invitee = await findInvitee(database, id, inviter)
  if (!invitee) return
  const brand = brandById(brands, invitee.brandId)
  const token = newToken()
  const address = invitee.email.toLowerCase()
  await upsertInvitation(database, id, address, hashToken(token), clock() / 1000, invitationSeconds, inviter)
  const { label, ...words } = invitationWords(invitee.language, { ...invitee, school: brand.site.name })
  const door = invitee.role === 'learner' ? '/reset' : '/admin/invitation'
  const action = { label, url: `${brandOrigin(brand, publicUrl)}${door}?token=${token}` }
  await mailer.deliver(brandLetter(brand, invitee.language, { ...words, action, to: invitee.email, from: mailFrom }))
}
