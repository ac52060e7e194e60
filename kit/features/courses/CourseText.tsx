import { lazy, Suspense } from 'react'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import styles from './CourseText.module.css'
import type { TextProps } from './markdown/MarkdownText.tsx'

/** Shown when the Markdown renderer cannot be downloaded: unrendered Markdown is still readable. */
function PlainText({ text }: TextProps) {
  return <p className={styles.typed}>{text}</p>
}

async function loadRenderer() {
  try {
    return { default: (await import('./markdown/MarkdownText.tsx')).MarkdownText }
  } catch (error) {
    console.warn('The Markdown renderer did not load', error)
    return { default: PlainText }
  }
}

const MarkdownText = lazy(loadRenderer)

/** Downloads the Markdown renderer ahead of time, so that texts can also be shown offline. */
export function loadCourseText(): void {
  void import('./markdown/MarkdownText.tsx').catch(() => {})
}

/** A text of a course or a club, in Markdown. The renderer is downloaded with the first one. */
export function CourseText(props: TextProps) {
  return (
    <Suspense
      fallback={
        <div aria-busy>
          <Skeleton shape="box" height="8rem" />
        </div>
      }
    >
      <MarkdownText {...props} />
    </Suspense>
  )
}
