/** The address of a link in a lesson: an absolute http(s) one without a user name in it; undefined for any other. */
export function linkAddress(href: string): string | undefined {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined
  const { protocol, username, password, href: address } = new URL(href)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !username && !password ? address : undefined
}

/** The address of a picture in a lesson: as a link's, or one of this server's media. */
export function pictureAddress(href: string): string | undefined {
  return /^\/media\/[\w./-]+$/.test(href) && !href.includes('..') ? href : linkAddress(href)
}
