/** The fields of a profile that a text question of the registration chat may be named after (ONB-01). */
export const questionFields = ['firstName', 'lastName', 'city'] as const
/** How far the registration chat may say that somebody is: after the password, the birthday, the photo (ONB-03). */
export const chatStatuses: readonly number[] = [20, 30, 40]
