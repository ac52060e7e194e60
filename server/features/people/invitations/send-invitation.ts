import { brandLetter } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import { invitationSeconds, newInvitationLink } from './invitation-link.ts'
import { invitationWords } from './letter.ts'
import { findInvitee, upsertInvitations } from './queries.ts'

type Parts = Pick<ServerParts, 'database' | 'mailer' | 'clock' | 'publicUrl' | 'mailFrom'> & { brands: Brands }

/** The job that sends an invitation; the link is made when it is sent. */
export async function sendInvitation(parts: Parts, { userId, inviterId, askedAt = 0 }: JobData): Promise<void> {
  const { database, brands, mailer, clock, publicUrl, mailFrom } = parts
  const [id, inviter] = [Number(userId), Number(inviterId)]
  const invitee = await findInvitee(database, id, inviter)
  if (!invitee) return
  const brand = brandById(brands, invitee.brandId)
  const { url, secret } = newInvitationLink(brand, publicUrl, { ...invitee, id })
  const secrets = JSON.stringify([secret])
  const kept = await upsertInvitations(database, secrets, clock() / 1000, invitationSeconds, inviter, Number(askedAt))
  if (kept === 0) return
  const { label, ...words } = invitationWords(invitee.language, { ...invitee, school: brand.site.name })
  const letter = { ...words, action: { label, url }, to: invitee.email, from: mailFrom }
  await mailer.deliver(brandLetter(brand, invitee.language, letter))
}
