import { writeAudits } from '#server/features/accounts/audit.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { PeopleContext } from '../person-context.ts'
import { invitationSeconds, newInvitationLink } from './invitation-link.ts'
import { lockInvitees, upsertInvitations } from './queries.ts'

type Parts = { brands: Brands; publicUrl: string }

/** New links for whom staff reach by another way than e-mail; those who need none are left out. */
export function handOverLinks(
  { db, user, body, now, refuse }: PeopleContext<'POST /studio/invitation-links'>,
  { brands, publicUrl }: Parts,
) {
  const brand = brandById(brands, user.brandId)
  return db.inTransaction(async tx => {
    const invitees = await lockInvitees(tx, body.user_ids, user.brandId)
    if (!invitees.length) return refuse('nobody_to_invite')
    const made = invitees.map(invitee => ({ invitee, ...newInvitationLink(brand, publicUrl, invitee) }))
    const secrets = JSON.stringify(made.map(({ secret }) => secret))
    await upsertInvitations(tx, secrets, now / 1000, invitationSeconds, user.userId, null)
    const targetIds = invitees.map(({ id }) => id)
    await writeAudits(tx, user, { action: 'user.hand_link', targetType: 'user', targetIds })
    return {
      valid_until: Math.floor(now / 1000) + invitationSeconds,
      links: made.map(({ invitee: { id, name, email }, url }) => ({ id, name, email, url })),
    }
  })
}
