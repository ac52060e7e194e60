/**
 * Why the server closes a connection. After `unauthorized` and `broken`, reconnecting with the same frames is
 * pointless.
 */
export const liveCloseCodes = {
  /** The server is stopping; another one can take over at once. */
  leaving: 1001,
  /** A frame that is not part of the protocol. */
  broken: 4400,
  /** No session, or an ended one. */
  unauthorized: 4401,
  /** The session's second factor is missing. */
  unconfirmed: 4403,
  /** No hello in time. */
  late: 4408,
  /** One person has too many frames, rooms or connections. */
  tooMany: 4429,
  /** The connection has reached its maximum age: reconnect at once to be checked again. */
  renew: 4205,
  /** The database is unreachable: reconnect later. */
  unavailable: 4503,
} as const

/** How many rooms one connection may be in. */
export const roomsAtOnce = 60
/** A client further behind than this reloads the room. */
export const eventsBehind = 500
