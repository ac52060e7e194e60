import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { userQuery, useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { askEmail } from './ask-email.tsx'
import { EmailCode } from '../EmailCode.tsx'
import { RequiredStep } from './RequiredStep.tsx'

/** Leaves if the fresh user needs no verification: the copy cached on the device may be old. */
function useLeaveIfVerified(isRequired: boolean): void {
  const wasDemanded = useRef(isRequired)
  useEffect(() => {
    if (wasDemanded.current && !isRequired) location.replace(pathTo('login'))
  }, [isRequired])
}

/** `/emailVerification`: verifies the account's e-mail with a code; asks for an e-mail first if there is none. */
export function EmailVerificationScreen() {
  const t = useCopy()
  const client = useQueryClient()
  const user = useUser()
  const email = user?.email
  const title = t('joining.emailVerification.title')
  useLeaveIfVerified(user?.isRequireEmailValidate ?? false)
  const handleAsk = async () => {
    if (await askEmail(t)) await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
  // The session is new, so the page is loaded again; sign-in then leads to the stored return address.
  const handleVerified = (verified: UserWire) => {
    client.setQueryData(userQuery().queryKey, verified)
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
        <EmailCode key={email} title={title} known={email} onVerified={handleVerified} />
      )}
    </RequiredStep>
  )
}
