/** Somebody as staff see them. */
export type Person = { id: number; name: string; avatar: string | null }

/** What a person is called where a learner reads it: never an address; empty when they gave no name. */
export const nameOf = (user: string) => `trim(${user}.first_name || ' ' || ${user}.last_name)`

/** What a person is called among staff. */
export const staffNameOf = (user: string) => `coalesce(nullif(${nameOf(user)}, ''), ${user}.email, ${user}.username)`

/** A part of a larger statement: the person under the alias `user` of users as JSON, a Person. */
export const personJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'name', ${staffNameOf(user)}, 'avatar', ${user}.avatar)`
