/** A failure of the app as a browser met it. */
export type Failure = { name: string; message: string; stack: string }

/** The most that a report may say, in characters, and how many failures it may tell of. */
export const failureLimits = { name: 100, message: 500, stack: 4000, path: 200, reports: 10 } as const

/** Of the network, of leaving a page, of a part of the app that did not arrive: the person is told and tries again. */
const ordinaryNames = /^(AbortError|NetworkError|TimeoutError|ChunkLoadError|RequestError)$/
const ordinaryMessages = [
  /failed to fetch|load failed|networkerror|network (request failed|error|connection was lost)|offline|\berr_/i,
  /abort|cancell?ed|interrupted by a (call to|new load)|navigat/i,
  /loading (css )?chunk|dynamically imported module|importing a module script|unable to preload|module specifier/i,
  /^resizeobserver loop/i,
  // All that a browser says of another site's script.
  /^script error\.?$/i,
]
const extension = /\b(chrome|moz|safari|safari-web|ms-browser|webkit-masked-url)(-extension)?:\/\//

/** Whether a failure is the app's own and worth a look; those of the network, of navigation and of extensions are not. */
export function isWorthTelling({ name, message, stack }: Failure): boolean {
  if (ordinaryNames.test(name) || extension.test(stack)) return false
  return message !== '' && !ordinaryMessages.some(one => one.test(message))
}

// Anybody may send any text here: what could run on without end is bounded, so that each takes its length alone.
const replacements: [RegExp, string][] = [
  // Addresses keep their path alone.
  [/(https?:\/\/[^\s?#)]{1,500})[?#][^\s):]*/g, '$1'],
  [/[?&#][\w%.~-]+=[^\s)'"]*/g, ''],
  [/[^\s<>"'()@]{1,80}@[^\s<>"'()@]{1,255}\.[a-z]{2,}/gi, '<e-mail>'],
  [/\bBearer\s+\S+/gi, '<secret>'],
  // Long words with digits in them, but for the names of our files.
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{24,}(?![\w-]|\.(?:js|css|ts))/g, '<secret>'],
  [/(?<![\w.:])\+?\d[\d ()-]{7,}\d(?![\w.])/g, '<number>'],
  // What stands in quotes may have been typed; names of fields in single quotes help and are ours.
  [/"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|`[^`\n]*`/g, '"…"'],
  [/'(?!\w{1,40}')[^'\n]*'/g, "'…'"],
]

/** A text of a failure without queries, tokens, addresses of people, numbers of theirs and whatever they may have typed. */
export function withoutPeople(text: string): string {
  return replacements.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}
