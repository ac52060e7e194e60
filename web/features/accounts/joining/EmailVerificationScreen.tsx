import { useQueryClient } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { userQuery, useUser } from '../data.ts'
import { askEmail } from './ask-email.tsx'
import { BeforeAll } from './BeforeAll.tsx'
import { EmailCode } from './EmailCode.tsx'
import { pathTo } from '../../../platform/addresses.ts'

/** `/emailVerification`: a code proves the e-mail of the account (ACC-14, GRD-01); without one it is asked for first. */
export function EmailVerificationScreen() {
  const t = useCopy()
  const client = useQueryClient()
  const email = useUser()?.email
  const title = t('joining.emailVerification.title')
  const handleAsk = async () => {
    if (await askEmail(t)) await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
  // The session is a new one, so the page is, too; the sign-in leads on to the stored return address (ACC-05).
  const handleProved = () => location.replace(pathTo('login'))
  return (
    <BeforeAll>
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
    </BeforeAll>
  )
}
