/** The fields of a profile that a text question of the registration chat may be named after. */
export const questionFields = ['firstName', 'lastName', 'city'] as const
/** How far the registration chat may say that somebody is: after the password, the birthday, the photo. */
export const chatStatuses: readonly number[] = [20, 30, 40]
