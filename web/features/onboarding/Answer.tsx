import type { ReactNode } from 'react'
import type { OnboardingQuestion } from '#shared/features/onboarding/rules.ts'
import { AskAnswer } from './AskAnswer.tsx'
import { SocialAnswer } from './SocialAnswer.tsx'
import { TypedAnswer } from './TypedAnswer.tsx'
import type { Onboarding } from './use-onboarding.ts'

export type AnswerProps = { chat: Onboarding; question: OnboardingQuestion }
/** What features to the right of accounts add to the chat; handed in by the app. */
export type Others = {
  /** Asks for notifications; to be called from a press. */
  askPush: () => Promise<unknown>
  /** Where a photo is chosen and uploaded. */
  photoAnswer: (props: AnswerProps) => ReactNode
}

/** Where the open question is answered. */
export function Answer({ askPush, photoAnswer, ...props }: AnswerProps & Others) {
  const { type } = props.question
  if (type === 'ask') return <AskAnswer {...props} ask={props.question.name === 'push' ? askPush : undefined} />
  if (type === 'image') return photoAnswer(props)
  return type === 'socials' ? <SocialAnswer {...props} /> : <TypedAnswer {...props} />
}
