/**
 * How a link ended: nobody knows why (`isWelcome`: after it had worked), the session is over, another node takes over, or
 * the server wants no more of this for now.
 */
export type LinkEnd =
  | { kind: 'lost'; isWelcome: boolean }
  | { kind: 'unauthorized' }
  | { kind: 'moved' }
  | { kind: 'refused' }

/** A way on which frames come: a websocket, or polls. */
export type Link = {
  join(room: string, after: number | null): void
  leave(room: string): void
  /** Something may have changed: finds out soon whether the link still stands. */
  check(): void
  /** Ends it without a word. */
  close(): void
}
