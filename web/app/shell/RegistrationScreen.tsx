import type { AnswerProps } from '#web/features/onboarding/Answer.tsx'
import { OnboardingScreen } from '#web/features/onboarding/OnboardingScreen.tsx'
import { askPush } from '#web/features/notifications/ask-push.ts'
import { PhotoAnswer } from '#web/features/onboarding/PhotoAnswer.tsx'

const photoAnswer = (props: AnswerProps) => <PhotoAnswer {...props} />

/** The registration chat, with what uploads and notifications add to it. */
export function RegistrationScreen() {
  return <OnboardingScreen askPush={askPush} photoAnswer={photoAnswer} />
}
