import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { type User, userFromWire } from '#shared/features/accounts/forms.ts'

/** The query of the signed-in user, shared by all screens so that it is one request. */
export const userQuery = () => callQuery('GET /user')

export function toUser(wire: UserWire): User {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return userFromWire(wire, { baseUrl: location.origin, timeZone })
}

/** The signed-in user; undefined until it is known. */
export function useUser(): User | undefined {
  return useQuery({ ...userQuery(), select: toUser }).data
}
