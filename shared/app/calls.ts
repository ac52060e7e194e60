import type { Static } from 'typebox'
import type { accounts } from '#shared/features/accounts/contract.ts'
import type { consent } from '#shared/features/consent/contract.ts'
import type { joining } from '#shared/features/joining/contract.ts'
import type { people } from '#shared/features/people/contract.ts'
import type { avatar, profile } from '#shared/features/profile/contract.ts'
import type { social } from '#shared/features/social/contract.ts'
import type { billing } from '#shared/features/billing/contract.ts'
import type { brands } from '#shared/features/brands/contract.ts'
import type { studioBrands } from '#shared/features/brands/studio-contract.ts'
import type { chat } from '#shared/features/chat/contract.ts'
import type { consultations } from '#shared/features/consultations/contract.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import type { homework } from '#shared/features/homework/contract.ts'
import type { media } from '#shared/features/media/contract.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'
import type { points } from '#shared/features/points/contract.ts'
import type { progress } from '#shared/features/progress/contract.ts'
import type { streams } from '#shared/features/streams/contract.ts'
import type { support } from '#shared/features/support/contract.ts'
import type { live } from '#shared/platform/live.ts'
import type { telemetry } from '#shared/platform/telemetry-contract.ts'

/** Every call of every feature, by name: what a client may ask. Types only; no schema reaches the browser. */
export type Calls = (typeof accounts)['calls'] &
  (typeof avatar)['calls'] &
  (typeof billing)['calls'] &
  (typeof brands)['calls'] &
  (typeof chat)['calls'] &
  (typeof consent)['calls'] &
  (typeof consultations)['calls'] &
  (typeof courses)['calls'] &
  (typeof homework)['calls'] &
  (typeof joining)['calls'] &
  (typeof live)['calls'] &
  (typeof media)['calls'] &
  (typeof notifications)['calls'] &
  (typeof people)['calls'] &
  (typeof points)['calls'] &
  (typeof profile)['calls'] &
  (typeof progress)['calls'] &
  (typeof social)['calls'] &
  (typeof streams)['calls'] &
  (typeof studioBrands)['calls'] &
  (typeof support)['calls'] &
  (typeof telemetry)['calls']

type Events = (typeof chat)['events'] &
  (typeof consultations)['events'] &
  (typeof homework)['events'] &
  (typeof support)['events']

/** The data of every live event, by its type. */
export type LiveEvents = { [Type in keyof Events]: Static<Events[Type]> }
