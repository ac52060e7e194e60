import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { clubsFromWire } from '#shared/features/clubs/forms.ts'
import type { CommunityWire } from '#shared/features/clubs/contract.ts'

const clubsQuery = () => callQuery('GET /community')
const withoutMembership = (wires: CommunityWire[]) => clubsFromWire(wires, [])

/** The school’s clubs, each with what it is to the learner. */
export const useClubs = () => useQuery({ ...clubsQuery(), select: withoutMembership })

/** The learner’s own clubs, read if they are not known yet. */
export async function readOwnClubs() {
  const clubs = withoutMembership(await queryClient.fetchQuery(clubsQuery()))
  return clubs.filter(({ type }) => type === 'owned')
}

/** The questions of a club that is the learner’s. */
export const useClubQuestions = (id: number) => useQuery(callQuery('GET /clubs/:id/faq', { params: { id } }))
