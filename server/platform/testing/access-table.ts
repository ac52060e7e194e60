import type { Contract } from '#shared/platform/contract.ts'

/**
 * `learner` and `elsewhere` do not own the owner's things; one is of the same brand, the other of another. Authors and
 * support staff are to a learner's things what another learner is, unless a call says otherwise.
 */
export const people = ['visitor', 'learner', 'elsewhere', 'expert', 'author', 'support', 'admin', 'owner'] as const
export type Person = (typeof people)[number]
/** The status each person gets. */
export type Expected = Record<Person, number>
export type Input = { params?: Record<string, number | string>; body?: Record<string, unknown> }
/** The ids of what the owner has. */
export type Owned = Record<
  | 'course'
  | 'stage'
  | 'day'
  | 'lesson'
  | 'stream'
  | 'dayStatus'
  | 'chat'
  | 'message'
  | 'answer'
  | 'homework'
  | 'attempt'
  | 'file'
  | 'film'
  | 'courseImport'
  | 'consultation'
  | 'order'
  | 'reminder'
  | 'person'
  | 'externalAuth'
  | 'request'
  | 'session',
  number
> & { draftPart: string }

/** The owner's password, and a way to make calls as the owner. */
export type Owner = { password: string; ask(name: string): Promise<Record<string, unknown>> }

export type MakeInput = (owned: Owned, owner: Owner) => Input | Promise<Input>

/**
 * The expected status of each call in a contract for each of `people`; `input` is called for each person, in their
 * order.
 */
export type AccessTable<Of extends { calls: Record<string, unknown> } = Contract> = Record<
  keyof Of['calls'] & string,
  { expected: Expected; input?: MakeInput }
>

/** Other routes of a feature: example addresses, and who gets what. */
export type AddressTable = Record<string, { expected: Expected; urls: () => string[] }[]>

export const statuses = (visitor: number, stranger: number, staff: number, owner: number): Expected => ({
  visitor,
  learner: stranger,
  elsewhere: stranger,
  expert: staff,
  author: stranger,
  support: stranger,
  admin: staff,
  owner,
})
export const forAll = statuses(200, 200, 200, 200)
export const ofOneself = statuses(401, 200, 200, 200)
export const ofTheCourse = statuses(401, 404, 200, 200)
export const ofTheOwner = statuses(401, 404, 404, 200)
/** For experts and administrators only. */
export const ofStaff = statuses(401, 403, 200, 403)
