const key = 'reset token'

/** Takes the secret of a reset link out of the address bar before anything else can read it there. */
export function hideResetToken(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (!token || !/^\/reset\/?$/.test(url.pathname)) return
  sessionStorage.setItem(key, token)
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

/** The secret that the visit brought, also after a reload; null without one. */
export const resetToken = (): string | null => sessionStorage.getItem(key)

/** Forgets it, used or spent. */
export const dropResetToken = (): void => sessionStorage.removeItem(key)
