import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { type User, userFromWire } from '#shared/features/accounts/forms.ts'

/** The read of the signed-in user, the same everywhere so that it is one request. */
export const userQuery = () => callQuery('GET /user')

/** A user of the wire as the app knows it, on this device. */
export function formOf(wire: UserWire): User {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return userFromWire(wire, { baseUrl: location.origin, timeZone })
}

/** The signed-in user; undefined until it is known. */
export function useUser(): User | undefined {
  return useQuery({ ...userQuery(), select: formOf }).data
}
