import type { AnswerProps } from '../../features/onboarding/Answer.tsx'
import { OnboardingScreen } from '../../features/onboarding/OnboardingScreen.tsx'
import { askPush } from '../../features/notifications/ask-push.ts'
import { PhotoAnswer } from '../../features/onboarding/PhotoAnswer.tsx'

const photoAnswer = (props: AnswerProps) => <PhotoAnswer {...props} />

/** The registration chat, with what uploads and notifications add to it. */
export function RegistrationScreen() {
  return <OnboardingScreen askPush={askPush} photoAnswer={photoAnswer} />
}
