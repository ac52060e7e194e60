/** Whose words for permissions a person needs; every browser of an iPhone or iPad has its switch in the system's settings. */
export type Browser = 'ios' | 'android' | 'firefox' | 'safari' | 'chrome'

export function browserOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Browser {
  // An iPad says that it is a Mac.
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chrome'
}
