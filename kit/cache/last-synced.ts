const place = 'synced'

/** When this device last had an answer from the school, in ms; undefined when it never had one in this session. */
export const lastSynced = (): number | undefined => Number(localStorage.getItem(place)) || undefined

/** Notes that the school has just answered. */
export const noteSynced = (): void => localStorage.setItem(place, String(Date.now()))
