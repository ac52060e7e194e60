import { useCopy } from '#kit/copy/copy.tsx'
import type { LearnerWire } from '#shared/features/learners/contract.ts'
import styles from './Learners.module.css'

/** What a learner chose in the registration chat, in the words of their school; nothing where nothing was chosen. */
export function ChosenAnswers({ learner: { answers } }: { learner: LearnerWire }) {
  const t = useCopy()
  if (answers.length === 0) return null
  return (
    <ul aria-label={t('learners.answers')} className={styles.answers}>
      {answers.map(({ question, answer }) => (
        <li key={question} className={styles.line}>
          <span className={styles.muted}>{question}</span> <span>{answer}</span>
        </li>
      ))}
    </ul>
  )
}
