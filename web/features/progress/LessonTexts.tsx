import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/Card.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { DaySet, LessonPlace } from './day-content.ts'
import { CourseText } from '#web/features/courses/CourseText.tsx'
import styles from './LessonTexts.module.css'
import { linkAddress } from '#web/features/courses/markdown-addresses.ts'

type Link = { title: string; url: string }

/** The links of a lesson that lead to the web; any other is left out. */
function linksOf({ lesson, surveyFormUrl }: LessonPlace, surveyTitle: string): Link[] {
  const all = surveyFormUrl ? [...lesson.links, { title: surveyTitle, url: surveyFormUrl }] : lesson.links
  return all.flatMap(({ title, url }) => {
    const address = linkAddress(url)
    return address ? [{ title, url: address }] : []
  })
}

function LessonArticle({ place, links }: { place: LessonPlace; links: readonly Link[] }) {
  const t = useCopy()
  const { lesson } = place
  return (
    <Card as="article" className={styles.lesson} aria-labelledby={`lesson-${place.id}`}>
      <h3 id={`lesson-${place.id}`} tabIndex={-1}>
        {lesson.title}
      </h3>
      {lesson.text.trim() && <CourseText text={lesson.text} />}
      {links.length > 0 && (
        <section aria-label={t('progress.lessons.links')}>
          <h4 className={styles.heading}>{t('progress.lessons.links')}</h4>
          <ul className={styles.links}>
            {links.map(link => (
              <li key={link.url}>
                <a href={link.url} target="_blank" rel="noopener noreferrer">
                  <Icon name="globe" />
                  {link.title || link.url}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

/** What there is to read in a day: each lesson's text and links, once however many sets it is in. */
export function LessonTexts({ sets }: { sets: readonly DaySet[] }) {
  const t = useCopy()
  const places = [...new Map(sets.flatMap(({ places }) => places).map(place => [place.lesson.id, place])).values()]
  const readable = places
    .map(place => ({ place, links: linksOf(place, t('progress.lessons.survey')) }))
    .filter(({ place, links }) => place.lesson.text.trim() || links.length > 0)
  return readable.map(({ place, links }) => <LessonArticle key={place.id} place={place} links={links} />)
}
