/** What a file of the library is, and how far. */
export const fileKinds = ['video', 'image', 'document'] as const
export const fileStates = ['ready', 'waiting', 'failed'] as const
