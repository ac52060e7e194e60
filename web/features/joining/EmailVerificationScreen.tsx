import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { userQuery, useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { askEmail } from './ask-email.tsx'
import { EmailCode } from './EmailCode.tsx'
import { RequiredStep } from './RequiredStep.tsx'

/** Leaves once what was demanded when the screen opened is demanded no more: the device's copy of the user may be old. */
function useLeaveWhenDone(isDemanded: boolean): void {
  const wasDemanded = useRef(isDemanded)
  useEffect(() => {
    if (wasDemanded.current && !isDemanded) location.replace(pathTo('login'))
  }, [isDemanded])
}

/** `/emailVerification`: a code proves the e-mail of the account; without one it is asked for first. */
export function EmailVerificationScreen() {
  const t = useCopy()
  const client = useQueryClient()
  const user = useUser()
  const email = user?.email
  const title = t('joining.emailVerification.title')
  useLeaveWhenDone(user?.isRequireEmailValidate ?? false)
  const handleAsk = async () => {
    if (await askEmail(t)) await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
  // The session is a new one, so the page is, too; the sign-in leads on to the stored return address.
  const handleProved = (proven: UserWire) => {
    client.setQueryData(userQuery().queryKey, proven)
    location.replace(pathTo('login'))
  }
  return (
    <RequiredStep>
      {email === undefined ? (
        <>
          <h1>{title}</h1>
          <p>{t('joining.emailVerification.none')}</p>
          <Button wide onClick={() => void handleAsk()}>
            {t('joining.askEmail.title')}
          </Button>
        </>
      ) : (
        <EmailCode key={email} title={title} known={email} onProved={handleProved} />
      )}
    </RequiredStep>
  )
}
