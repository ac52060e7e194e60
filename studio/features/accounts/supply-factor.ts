import { confirmSession } from '#kit/features/accounts/FactorDialog.tsx'
import { checkLive } from '#kit/live/live.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { signOut } from './session.ts'
import { setUpFactor } from './SetUpFactorDialog.tsx'

async function leave(): Promise<void> {
  await signOut()
  location.replace(pathTo('login'))
}

let settingUp: Promise<boolean> | undefined

/** Asks for the code that confirms the session, or has the second factor set up that the school demands. */
export function supplyFactor(refusal: string): Promise<boolean> {
  if (refusal === 'second_factor_needed') return confirmSession(() => void leave())
  settingUp ??= setUpFactor()
    .catch(() => false)
    .then(isOn => {
      settingUp = undefined
      if (isOn) checkLive()
      return isOn
    })
  return settingUp
}
