const referralKey = 'referral'

/** Keeps the code of the link that a visitor was invited by, from whichever page it led to first. */
export function keepReferral(search: string): void {
  const code = new URLSearchParams(search).get('ref')
  if (code && code.length <= 40 && !sessionStorage.getItem(referralKey)) sessionStorage.setItem(referralKey, code)
}

/** The code as the sign-up sends it; nothing without one. */
export function referral(): { referral?: string } {
  const code = sessionStorage.getItem(referralKey)
  return code ? { referral: code } : {}
}

const resetKey = 'reset token'

/** Takes the secret of a reset link out of the address bar before anything else can read it there. */
export function hideResetToken(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (!token || !/^\/reset\/?$/.test(url.pathname)) return
  sessionStorage.setItem(resetKey, token)
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

/** The secret that the visit brought, also after a reload; null without one. */
export const resetToken = (): string | null => sessionStorage.getItem(resetKey)

/** Forgets it, used or spent. */
export const dropResetToken = (): void => sessionStorage.removeItem(resetKey)
