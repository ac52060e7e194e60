export type LinkTarget = { kind: 'inside'; path: string } | { kind: 'outside'; url: string }

const nowhere = 'https://nowhere.invalid'

/** Where a link leads: an address of the app, or a site by https; undefined for everything else. */
export function linkTarget(link: string): LinkTarget | undefined {
  // A browser leaves out control characters and takes a backslash for a slash.
  if (/[\p{Cc}\s\\]/u.test(link) || !URL.canParse(link, nowhere)) return undefined
  const url = new URL(link, nowhere)
  if (url.protocol !== 'https:' || url.username || url.password) return undefined
  if (link.startsWith('/')) {
    const path = url.pathname + url.search + url.hash
    return url.origin === nowhere && !path.startsWith('//') ? { kind: 'inside', path } : undefined
  }
  return /^https:\/\//i.test(link) ? { kind: 'outside', url: url.href } : undefined
}
