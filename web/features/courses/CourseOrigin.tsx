import { useCopy } from '#kit/copy/copy.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import styles from './CourseOrigin.module.css'

/** Whose texts a course has and under which licence, wherever they are shown; nothing for a course that says neither. */
export function CourseOrigin({ course }: { course: Pick<Course, 'attribution' | 'licence'> }) {
  const t = useCopy()
  const { attribution, licence } = course
  if (!attribution && !licence) return null
  return (
    <footer className={styles.origin}>
      {attribution && <p>{attribution}</p>}
      {licence && <p>{t('courses.licence', { licence })}</p>}
    </footer>
  )
}
