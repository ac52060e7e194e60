import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { exchangeToken, keepReturnUrl, logOut } from './session.ts'

/** Ends the old session, exchanges the token of the address for a new one, and hands over to the sign-in's way on. */
async function takeOver(token: string, returnUrl: string | null): Promise<void> {
  await logOut()
  await exchangeToken(token)
  if (returnUrl) keepReturnUrl(returnUrl)
}

let running: Promise<void> | undefined

/** `/auto-login?token=&returnUrl=`; without a token it is the way to sign-in. */
export function SignInLinkScreen() {
  const t = useCopy()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const token = query.get('token')
    const returnUrl = query.get('returnUrl')
    if (token) running ??= takeOver(token, returnUrl)
    const done = token ? running : Promise.resolve()
    // A load, not a change of screen: no memory of the earlier session may survive.
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
