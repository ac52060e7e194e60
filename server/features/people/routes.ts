import { routes } from '#server/platform/http/routes.ts'
import { people } from '#shared/features/people/contract.ts'
import { addPerson } from './add-person.ts'
import { changePerson } from './change-person.ts'
import { personExport } from './export-person.ts'
import { findPerson } from './find-person.ts'
import { handOverLinks } from './invitations/hand-over-links.ts'
import { inviteAgain, readInvitation, withdrawInvitation } from './invitations/invitations.ts'
import { listPeople } from './list-people.ts'
import type { PeopleParts } from './person-context.ts'
import { blockPerson, endSessionsOfPerson, erasePerson, signInAs, turnOffFactor, unblockPerson } from './shut-out.ts'

/** Calls for staff about a school's people. */
export function peopleRoutes(parts: PeopleParts & Parameters<typeof handOverLinks>[1]) {
  return routes(people, {
    'GET /studio/users': async ({ db, user, query, refuse }) =>
      (await listPeople(db, user.brandId, query)) ?? refuse('invalid_input', { fields: ['after'] }),
    'GET /studio/users/:id': async ({ db, user, params, now, refuse }) =>
      (await findPerson(db, params.id, user.brandId, now / 1000)) ?? refuse('not_found'),
    'POST /studio/users': context => addPerson(context, parts),
    'PATCH /studio/users/:id': context => changePerson(context, parts),
    'POST /studio/users/:id/invite': context => inviteAgain(context, parts),
    'POST /studio/invitation-links': context => handOverLinks(context, parts),
    'POST /studio/users/:id/withdraw': withdrawInvitation,
    'POST /invitation': readInvitation,
    'POST /studio/users/:id/block': blockPerson,
    'POST /studio/users/:id/unblock': unblockPerson,
    'POST /studio/users/:id/end-sessions': endSessionsOfPerson,
    'POST /studio/users/:id/turn-off-second-factor': context => turnOffFactor(context, parts),
    'POST /studio/users/:id/sign-in-as': signInAs,
    'GET /studio/users/:id/export': personExport(parts.personalTables),
    'POST /studio/users/:id/erase': erasePerson,
  })
}
