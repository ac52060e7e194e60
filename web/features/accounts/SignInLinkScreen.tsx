import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { exchangeToken, keepReturnUrl, logOut } from './session.ts'

/** Replaces the current session with the link's. */
async function takeOver(token: string, returnUrl: string | null): Promise<void> {
  await logOut()
  await exchangeToken(token)
  if (returnUrl) keepReturnUrl(returnUrl)
}

let running: Promise<void> | undefined

/** `/auto-login?token=&returnUrl=`: signs in with a one-time link; without a token it opens sign-in. */
export function SignInLinkScreen() {
  const t = useCopy()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const token = query.get('token')
    const returnUrl = query.get('returnUrl')
    if (token) running ??= takeOver(token, returnUrl)
    const done = token ? running : Promise.resolve()
    // By a page load, so that nothing of the earlier session stays in memory.
    done?.then(
      () => location.replace(pathTo('login')),
      () => setFailed(true),
    )
  }, [])
  if (!hasFailed) return <Spinner />
  return (
    <main id="main">
      <ErrorState
        isPage
        icon="lock"
        title={t('accounts.autoLogin.failed')}
        text={
          <>
            {t('accounts.autoLogin.text')} <a href={pathTo('login')}>{t('accounts.autoLogin.toLogin')}</a>
          </>
        }
      />
    </main>
  )
}
