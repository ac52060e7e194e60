/** How long the texts of a profile may be, in code points. */
export const profileLimits = { name: 100, lastName: 100, city: 100 } as const
