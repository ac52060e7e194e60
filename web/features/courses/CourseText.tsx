import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import styles from './CourseText.module.css'

/** Markdown reads well enough as it was typed when what shows it cannot be downloaded. */
function TypedText({ text }: { text: string }) {
  return <p className={styles.typed}>{text}</p>
}

async function readerOfTexts() {
  try {
    return { default: (await import('./LessonText.tsx')).LessonText }
  } catch (error) {
    console.warn('The reader of lesson texts did not load', error)
    return { default: TypedText }
  }
}

const LessonText = lazy(readerOfTexts)

/** Starts downloading what shows texts, so that they are readable when the network is gone. */
export function loadCourseText(): void {
  void import('./LessonText.tsx').catch(() => {})
}

/** A course's Markdown; what reads it is downloaded with the first such text. */
export function CourseText({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton shape="box" height="8rem" />}>
      <LessonText text={text} />
    </Suspense>
  )
}
