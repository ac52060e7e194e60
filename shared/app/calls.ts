import type { accounts } from '#shared/features/accounts/contract.ts'
import type { brands } from '#shared/features/brands/contract.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import type { points } from '#shared/features/points/contract.ts'
import type { progress } from '#shared/features/progress/contract.ts'
import type { streams } from '#shared/features/streams/contract.ts'

/** Every call of every feature, by name: what a client may ask. Types only; no schema reaches the browser. */
export type Calls = (typeof accounts)['calls'] &
  (typeof brands)['calls'] &
  (typeof courses)['calls'] &
  (typeof points)['calls'] &
  (typeof progress)['calls'] &
  (typeof streams)['calls']
