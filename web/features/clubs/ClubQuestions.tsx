import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { Question } from '#kit/ui/states/Question.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from './ClubQuestions.module.css'
import { useClubQuestions } from './data.ts'

/** What members of a club often ask, each question with its answer folded under it; nothing where none are written. */
export function ClubQuestions({ clubId }: { clubId: number }) {
  const t = useCopy()
  const heading = useId()
  const { data, error, isFetching, refetch } = useClubQuestions(clubId)
  const questions = data?.questions ?? []
  if (!data && !error) return null
  if (data && questions.length === 0) return null
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{t('clubs.faq')}</h2>
      {!data && (
        <LoadFailure
          title={t('clubs.faq.failed')}
          offlineText={t('clubs.offline')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {questions.map(({ question, answer }, index) => (
        <Question key={index} question={question}>
          <CourseText text={answer} heading={2} />
        </Question>
      ))}
    </section>
  )
}
