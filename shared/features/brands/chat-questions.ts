/** The profile fields a text question of the registration chat may be named after. */
export const questionFields = ['firstName', 'lastName', 'city'] as const
/** The steps the registration chat can report: after the password, the birthday, the photo. */
export const chatStatuses: readonly number[] = [20, 30, 40]
