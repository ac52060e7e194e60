import type { ReadName } from '#kit/request/request.ts'
import { queryClient } from './query-client.ts'

/** Every answer of these calls is read again: at once where a screen shows it, otherwise when one asks for it. */
export const makeStale = (...names: readonly ReadName[]): Promise<unknown> =>
  Promise.all(names.map(name => queryClient.invalidateQueries({ queryKey: [name] })))
