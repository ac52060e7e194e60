import type { WorkerScope } from './scope.ts'

/** The token of the learner's session on this device, as the app keeps it; undefined signed out, and where workers read no cookies. */
export async function sessionTokenOf({ cookieStore }: Pick<WorkerScope, 'cookieStore'>): Promise<string | undefined> {
  const value = (await cookieStore?.get(location.protocol === 'https:' ? '__Host-token' : 'token'))?.value
  return value === undefined ? undefined : decodeURIComponent(value)
}
