/** Which files the first visit to each address of the learner app needs; the build writes it down, the server links them. */
export type FirstFiles = {
  /** What starts and draws any page. */
  always: readonly string[]
  /** What is around every screen behind the sign-in. */
  signedIn: readonly string[]
  /** The screens; `address` is a regular expression, `copy` the part of the texts. */
  screens: readonly { address: string; access: 'guest' | 'auth' | 'any'; copy: string; files: readonly string[] }[]
  /** The styles that name the colours and sizes of every page. */
  tokens: string
  /** Each part of the texts by language: its file, and what stands in it. */
  copy: Readonly<
    Record<string, Readonly<Record<string, { file: string; messages: Readonly<Record<string, unknown>> }>>>
  >
}
