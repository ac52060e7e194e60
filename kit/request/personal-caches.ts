/** The worker's caches that hold something of a person: the pictures that were shown, and what other apps have shared. */
export const picturesCache = 'pictures'
export const sharedCache = 'shared'
