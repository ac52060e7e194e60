import { useCopy } from '#kit/copy/copy.tsx'
import type { Course } from '#shared/features/courses/forms.ts'
import styles from './CourseOrigin.module.css'

/** Who wrote a course and under which licence; nothing for a course that says neither. */
export function CourseOrigin({ course }: { course: Pick<Course, 'attribution' | 'licence'> }) {
  const t = useCopy()
  const { attribution, licence } = course
  if (!attribution && !licence) return null
  return (
    <footer className={styles.origin}>
      {attribution && <p>{attribution}</p>}
      {licence && <p>{t('ui.licence', { licence })}</p>}
    </footer>
  )
}
