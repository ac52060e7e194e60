import { keepReferral, hideResetToken } from '#web/features/joining/link-codes.ts'

/** Takes what the address brings: the secret of a reset link, who invited, how the sign-in by a network ended. */
export async function takeFromAddress(): Promise<void> {
  hideResetToken()
  const query = new URLSearchParams(location.search)
  if (query.has('ref')) {
    keepReferral(location.search)
    void import('#web/features/profile/referral-visit.ts')
      .then(({ tellJump }) => tellJump(location.search))
      .catch(() => {})
  }
  if (query.get('action') === 'login') await (await import('./social-return.ts')).followSocialReturn()
}
