/**
 * How a link ended: unknown reason (`isWelcome`: after it had worked), the session is over, another node takes over, or
 * the server wants no more of this for now.
 */
export type LinkEnd =
  | { kind: 'lost'; isWelcome: boolean }
  | { kind: 'unauthorized' }
  | { kind: 'moved' }
  | { kind: 'refused' }

/** A transport of frames: a websocket, or polls. */
export type Link = {
  join(room: string, after: number | null): void
  leave(room: string): void
  /** Something may have changed: checks soon whether the link still works. */
  check(): void
  /** Closes it silently. */
  close(): void
}
