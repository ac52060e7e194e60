import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/ui/Skeleton.tsx'

const LessonText = lazy(async () => ({ default: (await import('./LessonText.tsx')).LessonText }))

/** A course's Markdown; what reads it is downloaded with the first such text. */
export function CourseText({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton shape="box" height="8rem" />}>
      <LessonText text={text} />
    </Suspense>
  )
}
