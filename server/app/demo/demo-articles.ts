import { insertArticle, setPublication } from '#server/features/articles/staff-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { findPictureOfCourse } from './demo-banners.ts'
import type { DemoArticle } from './demo-school-file.ts'

type Place = {
  brandId: string
  clubId: number
  /** By the name of their folder. */
  courses: ReadonlyMap<string, { id: number }>
  /** The time of seeding, in ms. */
  now: number
}

const daySeconds = 86_400

/** Seeds the articles of a club. */
export async function seedDemoArticles(tx: Db, articles: readonly DemoArticle[] = [], place: Place) {
  const { brandId, clubId, courses, now } = place
  for (const [index, { title, lead, body, pictureOf, isPublic, publishedDaysAgo }] of articles.entries()) {
    const course = pictureOf === undefined ? undefined : courses.get(pictureOf)
    const picture = course && (await findPictureOfCourse(tx, course.id))
    const texts = Object.fromEntries(
      (['en', 'ru', 'es'] as const).map(language => [
        language,
        { title: title[language], lead: lead[language], body: body[language] },
      ]),
    )
    const made = await insertArticle(tx, {
      brandId,
      clubId,
      texts: JSON.stringify(texts),
      files: [],
      picture_id: picture?.id ?? null,
      is_public: isPublic,
      sort: 0,
      clientKey: `demo ${index}`,
    })
    if (made) await setPublication(tx, made.id, secondsFromMs(now) - publishedDaysAgo * daySeconds)
  }
}
