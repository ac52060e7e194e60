/** A failure of the app in a browser. */
export type Failure = { name: string; message: string; stack: string }

/** Limits of a report: characters of each field, and the number of failures. */
export const failureLimits = { name: 100, message: 500, stack: 4000, path: 200, reports: 10 } as const

/** Failures of the network, of leaving a page, or of loading a chunk: the person sees a message and can retry. */
const ordinaryNames = /^(AbortError|NetworkError|TimeoutError|ChunkLoadError|RequestError)$/
const ordinaryMessages = [
  /failed to fetch|load failed|networkerror|network (request failed|error|connection was lost)|offline|\berr_/i,
  /abort|cancell?ed|interrupted by a (call to|new load)|navigat/i,
  /loading (css )?chunk|dynamically imported module|importing a module script|unable to preload|module specifier/i,
  /^resizeobserver loop/i,
  // All that browsers reveal about another site's script.
  /^script error\.?$/i,
]
const extension = /\b(chrome|moz|safari|safari-web|ms-browser|webkit-masked-url)(-extension)?:\/\//

/** Whether a failure is the app's own: not of the network, of navigation or of an extension. */
export function isWorthTelling({ name, message, stack }: Failure): boolean {
  if (ordinaryNames.test(name) || extension.test(stack)) return false
  return message !== '' && !ordinaryMessages.some(one => one.test(message))
}

// Anyone can send any text: repetition is bounded, so that the time stays linear in the length.
const replacements: [RegExp, string][] = [
  // Addresses keep only their path.
  [/(https?:\/\/[^\s?#)]{1,500})[?#][^\s):]*/g, '$1'],
  [/[?&#][\w%.~-]+=[^\s)'"]*/g, ''],
  [/[^\s<>"'()@]{1,80}@[^\s<>"'()@]{1,255}\.[a-z]{2,}/gi, '<e-mail>'],
  [/\bBearer\s+\S+/gi, '<secret>'],
  // Long words with digits, except our own file names.
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{24,}(?![\w-]|\.(?:js|css|ts))/g, '<secret>'],
  [/(?<![\w.:])\+?\d[\d ()-]{7,}\d(?![\w.])/g, '<number>'],
  // Quoted text may have been typed; single-quoted field names are ours and useful.
  [/"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|`[^`\n]*`/g, '"…"'],
  [/'(?!\w{1,40}')[^'\n]*'/g, "'…'"],
]

/** A failure's text without queries, tokens, e-mail addresses, phone numbers or anything that may have been typed. */
export function withoutPeople(text: string): string {
  return replacements.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}
