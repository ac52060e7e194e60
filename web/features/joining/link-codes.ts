const referralKey = 'referral'

/** Stores the referral code of the link that brought a visitor, whichever page it opened. */
export function keepReferral(search: string): void {
  const code = new URLSearchParams(search).get('ref')
  if (code && code.length <= 40 && !sessionStorage.getItem(referralKey)) sessionStorage.setItem(referralKey, code)
}

/** The stored referral code as a part of the sign-up's body. */
export function referral(): { referral?: string } {
  const code = sessionStorage.getItem(referralKey)
  return code ? { referral: code } : {}
}

const resetKey = 'reset token'

/** Takes the token of a password-reset link out of the address bar before anything else can read it there. */
export function hideResetToken(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (!token || !/^\/reset\/?$/.test(url.pathname)) return
  sessionStorage.setItem(resetKey, token)
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

/** The token of the reset link that was opened in this tab, if any. */
export const resetToken = (): string | null => sessionStorage.getItem(resetKey)

export const dropResetToken = (): void => sessionStorage.removeItem(resetKey)
