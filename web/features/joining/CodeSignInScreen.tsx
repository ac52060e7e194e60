import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { DoorFrame } from './DoorFrame.tsx'
import { EmailCode } from './EmailCode.tsx'

/** Signing in without a password, by a code that comes by e-mail. The app goes on once there is a session. */
export function CodeSignInScreen() {
  const t = useCopy()
  const back = (
    <LinkButton look="ghost" wide href={pathTo('login')}>
      {t('joining.toLogin')}
    </LinkButton>
  )
  return (
    <DoorFrame>
      <EmailCode title={t('joining.code.title')} onProved={() => {}} after={back} />
    </DoorFrame>
  )
}
