import type { Calls } from '#shared/app/calls.ts'

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

/** Who gets what of a call, asked with `input`; it is made anew for each person, in the order of `people`. */
export type AccessTable<Name extends keyof Calls> = Record<
  Name,
  { expected: Expected; input?: (owned: Owned) => Input | Promise<Input> }
>

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
