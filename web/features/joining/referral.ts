const key = 'referral'

/** Keeps the code of the link that a visitor was invited by, from whichever page it led to first. */
export function keepReferral(search: string): void {
  const code = new URLSearchParams(search).get('ref')
  if (code && code.length <= 40 && !sessionStorage.getItem(key)) sessionStorage.setItem(key, code)
}

/** The code as the sign-up sends it; nothing without one. */
export function referral(): { referral?: string } {
  const code = sessionStorage.getItem(key)
  return code ? { referral: code } : {}
}
