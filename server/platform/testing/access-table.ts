import type { Contract } from '#shared/platform/contract.ts'

/** `learner` and `elsewhere` are strangers to the owner's things: one of the same brand, one of another. */
export const people = ['visitor', 'learner', 'elsewhere', 'expert', 'admin', 'owner'] as const
export type Person = (typeof people)[number]
/** The status that each person is answered with. */
export type Expected = Record<Person, number>
export type Input = { params?: Record<string, number>; body?: Record<string, unknown> }
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
  | 'consultation'
  | 'order'
  | 'reminder'
  | 'person'
  | 'externalAuth'
  | 'request'
  | 'session',
  number
>

/** The owner's password, and what they are answered when they make another call. */
export type Owner = { password: string; ask(name: string): Promise<Record<string, unknown>> }

export type MakeInput = (owned: Owned, owner: Owner) => Input | Promise<Input>

/** Who gets what of each call of a contract, asked with `input`, which is made afresh for each person, in the order of `people`. */
export type AccessTable<Of extends { calls: Record<string, unknown> } = Contract> = Record<
  keyof Of['calls'] & string,
  { expected: Expected; input?: MakeInput }
>

/** Other addresses that a feature serves, by route: examples of what is asked for there, and who gets what. */
export type AddressTable = Record<string, { expected: Expected; urls: () => string[] }[]>

export const statuses = (visitor: number, stranger: number, staff: number, owner: number): Expected => ({
  visitor,
  learner: stranger,
  elsewhere: stranger,
  expert: staff,
  admin: staff,
  owner,
})
export const forAll = statuses(200, 200, 200, 200)
export const ofOneself = statuses(401, 200, 200, 200)
export const ofTheCourse = statuses(401, 404, 200, 200)
export const ofTheOwner = statuses(401, 404, 404, 200)
/** Of experts and administrators alone. */
export const ofStaff = statuses(401, 403, 200, 403)
