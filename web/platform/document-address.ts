/** The address of a document to open, read as a browser on `origin` would: http and https only, else undefined. */
export function documentAddress(url: string | null, origin: string): string | undefined {
  if (!url || !URL.canParse(url, origin)) return undefined
  const { protocol, username, password, href } = new URL(url, origin)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !username && !password ? href : undefined
}

/** iPhones and iPads show a framed document only in part, so there it gets its own window. iPads say Macintosh. */
export function needsOwnWindow({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

const always = 'allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

/**
 * How a document is framed on `origin`. Browsers show no PDF in a sandbox, so by its extension it goes into
 * their viewer. A document of our own origin runs no scripts: together with that origin they could lift the sandbox.
 */
export function documentFrame(address: string, origin: string): { isPdf: boolean; sandbox: string } {
  const { pathname, origin: documentOrigin } = new URL(address)
  const sandbox = documentOrigin === origin ? always : `${always} allow-scripts`
  return { isPdf: /\.pdf$/i.test(pathname), sandbox }
}
