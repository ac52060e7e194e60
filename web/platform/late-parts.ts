/** Parts of the app that a screen of accounts opens without knowing them; `web/app` says where they are. */
export const lateParts = {
  /** Loads what is said around one's own account. */
  accountCopy: (): Promise<void> => Promise.resolve(),
  /** Opens the way to support for whoever is not signed in; the copy has come before. */
  visitorSupport: (): Promise<void> => Promise.resolve(),
}
