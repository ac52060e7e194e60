/** What people are sorted by. */
export const peopleSorts = ['created', 'name', 'seen'] as const
export type PeopleSort = (typeof peopleSorts)[number]
