import { useEffect } from 'react'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { opener } from '#web/platform/openers.ts'
import { logOut } from './end-session.ts'
import { keepReturnUrl } from './session.ts'
import { isSignOutPressed } from './sign-out-press.ts'

/** Anybody can make a link to here, so a signed-in person who comes by one is asked. */
async function agrees(t: Copy): Promise<boolean> {
  if (!settings.token || isSignOutPressed()) return true
  return confirm({
    title: t('accounts.signOutByLink.title'),
    text: t('accounts.signOutByLink.text'),
    yes: t('accounts.signOut'),
    no: t('accounts.stay'),
    danger: true,
  })
}

async function leave(t: Copy, returnUrl: string | null): Promise<void> {
  if (await agrees(t)) {
    // A device that cannot be asked keeps them sealed.
    if (settings.token) await opener('leaveDownloads')().catch(() => {})
    await logOut()
    if (returnUrl) keepReturnUrl(returnUrl)
  }
  // With a session, sign-in leads home.
  location.replace(pathTo('login'))
}

let running: Promise<void> | undefined

/** `/logout?returnUrl=`: ends the session and opens sign-in by a page load. */
export function LogoutScreen() {
  const t = useCopy()
  useEffect(() => {
    running ??= leave(t, new URLSearchParams(location.search).get('returnUrl'))
  }, [t])
  return (
    <main id="main" aria-busy>
      <Spinner />
    </main>
  )
}
