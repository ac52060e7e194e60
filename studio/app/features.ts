/** The studio's features; each declares in its screens.ts what it adds. */
export { accounts } from '#studio/features/accounts/screens.ts'
export { brands } from '#studio/features/brands/screens.ts'
export { chat } from '#studio/features/chat/screens.ts'
export { homework } from '#studio/features/homework/screens.ts'
export { consultations } from '#studio/features/consultations/screens.ts'
export { support } from '#studio/features/support/screens.ts'
export { people } from '#studio/features/people/screens.ts'
export { shell } from './shell/screens.ts'
