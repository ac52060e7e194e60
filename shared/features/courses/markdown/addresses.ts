/** A link's address, if it is an absolute http(s) URL without credentials; else undefined. */
export function linkAddress(href: string): string | undefined {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const { protocol, username, password, href: address } = new URL(href)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !username && !password ? address : undefined
}

/** The number of a file of the library that an address names, as in `media:7`. */
export function fileNumber(href: string): number | undefined {
  const [, id] = /^media:([1-9]\d{0,14})$/.exec(href) ?? []
  return id === undefined ? undefined : Number(id)
}

/** A picture's address: as a link's, or a path below this server's /media/. */
export function pictureAddress(href: string): string | undefined {
  return /^\/media\/[\w./-]+$/.test(href) && !href.includes('..') ? href : linkAddress(href)
}
