/** A place of a screen; with days, that of these days. */
export type LatePlace = { place: string; dayIds?: readonly number[] }

export const storageKey = 'late-slots'

/** Whether it is known by now what late parts show: then it stands in the next screens at once. */
export const late = { isReady: false }

/** What a place is called on the device: of several days the first one names it. */
export const wordOf = ({ place, dayIds }: LatePlace) => [place, dayIds?.[0]].join(' ')

/** The places in which something stood on this device before. */
export const keptPlaces = () => localStorage.getItem(storageKey)?.split('\n') ?? []
