import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { isSignedIn } from './session.ts'
import { takeOver } from './take-over.ts'

let running: Promise<void> | undefined

/** `/auto-login?token=&returnUrl=`: signs in with a one-time link; without a token it opens sign-in. */
export function SignInLinkScreen() {
  const t = useCopy()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const token = query.get('token')
    const returnUrl = query.get('returnUrl')
    if (token) running ??= takeOver(token, returnUrl, t)
    const done = token ? running : Promise.resolve()
    // By a page load, so that nothing of the earlier session stays in memory.
    done?.then(
      () => location.replace(pathTo('login')),
      () => setFailed(true),
    )
  }, [t])
  if (!hasFailed)
    return (
      <main id="main" aria-busy>
        <Spinner />
      </main>
    )
  const isKept = isSignedIn.read()
  return (
    <main id="main">
      <ErrorState
        isPage
        icon="lock"
        title={t('accounts.autoLogin.failed')}
        text={
          <>
            {t(isKept ? 'accounts.linkFailed.text' : 'accounts.autoLogin.text')}{' '}
            <a href={pathTo('login')}>{t(isKept ? 'accounts.linkFailed.go' : 'accounts.autoLogin.toLogin')}</a>
          </>
        }
      />
    </main>
  )
}
