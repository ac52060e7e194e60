/** Why the server closes a connection. After `unauthorized` and `broken` coming back with the same frames is no use. */
export const liveCloseCodes = {
  /** The server stops; another one takes over at once. */
  leaving: 1001,
  /** A frame that is no frame of ours. */
  broken: 4400,
  /** No session, or it has ended. */
  unauthorized: 4401,
  /** No hello in time. */
  late: 4408,
  /** Too many frames, rooms or connections of one person. */
  tooMany: 4429,
  /** The connection has lived long enough: come back at once and be checked again. */
  renew: 4205,
  /** The database cannot be reached: come back later. */
  unavailable: 4503,
} as const

/** How many rooms one connection may be in. */
export const roomsAtOnce = 60
/** A client that is further behind than this reads the room again. */
export const eventsBehind = 500
