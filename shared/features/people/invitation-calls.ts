import Type from 'typebox'
import { Id, NullableString, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { roles } from '#shared/features/accounts/contract.ts'
import { tokenText } from '#shared/features/accounts/tokens.ts'
import { mostListed } from '#shared/features/cohorts/people-list.ts'

export const Role = oneOf(roles)

/** How people whom staff have added come in. */
export const invitationCalls = {
  'POST /studio/users/:id/invite': {
    access: 'admin',
    summary: 'Sends the invitation once more, or a link for a new password to who has come in; the link before ends',
    limit: { requests: 30, seconds: 60 },
    answer: Type.Object({}),
    refusals: ['not_active', 'no_email'],
  },
  'POST /studio/invitation-links': {
    access: 'admin',
    summary:
      'New links of invitations for staff to hand over themselves, of those who have not come in; links before end',
    isForOwnerOnly: true,
    limit: { requests: 30, seconds: 60 },
    body: Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: mostListed }) }),
    answer: Type.Object({
      valid_until: Seconds,
      links: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String(), url: Type.String() })),
    }),
    refusals: ['nobody_to_invite'],
  },
  'POST /studio/users/:id/withdraw': {
    access: 'admin',
    summary: 'Withdraws the invitation of who has not come in yet: the account goes; once more does no harm',
    answer: Type.Object({}),
    refusals: ['has_come_in'],
  },
  'POST /invitation': {
    access: 'public',
    summary: 'Who invites by this link, as what; it is spent by setting the password',
    limit: { requests: 30, seconds: 60 },
    body: Type.Object({ token: tokenText }),
    answer: Type.Object({ inviter: NullableString, role: Role, email: Type.String() }),
    refusals: ['invitation_over'],
  },
} as const
