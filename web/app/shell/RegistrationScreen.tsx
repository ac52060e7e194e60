import { OnboardingScreen } from '#web/features/onboarding/OnboardingScreen.tsx'
import { askPush } from '#web/features/notifications/push.ts'

/** The registration chat; notifications come after it among the features, so they are handed in here. */
export function RegistrationScreen() {
  return <OnboardingScreen askPush={askPush} />
}
