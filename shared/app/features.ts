/**
 * What every feature declares of calls and live events, in the order in which features may import each other: each only
 * those above it. Imported only for its types: no schema reaches the browser.
 */
export { live } from '#shared/platform/live.ts'
export { telemetry } from '#shared/platform/telemetry-contract.ts'
export { brands } from '#shared/features/brands/contract.ts'
export { accounts } from '#shared/features/accounts/contract.ts'
export { social } from '#shared/features/social/contract.ts'
export { joining } from '#shared/features/joining/contract.ts'
export { consent } from '#shared/features/consent/contract.ts'
export { media } from '#shared/features/media/contract.ts'
export { profile } from '#shared/features/profile/contract.ts'
export { points } from '#shared/features/points/contract.ts'
export { courses } from '#shared/features/courses/contract.ts'
export { billing } from '#shared/features/billing/contract.ts'
export { streams } from '#shared/features/streams/contract.ts'
export { progress } from '#shared/features/progress/contract.ts'
export { chat } from '#shared/features/chat/contract.ts'
export { homework } from '#shared/features/homework/contract.ts'
export { consultations } from '#shared/features/consultations/contract.ts'
export { support } from '#shared/features/support/contract.ts'
export { notifications } from '#shared/features/notifications/contract.ts'
export { people } from '#shared/features/people/contract.ts'
