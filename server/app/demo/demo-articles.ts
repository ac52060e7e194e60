import { insertArticle, setPublication } from '#server/features/articles/staff-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { filesIn } from '#shared/features/courses/markdown/files.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { type CourseFiles, findFilesOfCourse } from './demo-banners.ts'
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

/** A text with the numbers of the files of its course, which it shows as `media:background` and `media:film`. */
const withNumbers = (body: string, files: CourseFiles | undefined) =>
  body.replace(/\bmedia:(background|film)\b/g, (_, name: 'background' | 'film') => `media:${files?.[name] ?? 0}`)

/** Seeds the articles of a club. */
export async function seedDemoArticles(tx: Db, articles: readonly DemoArticle[] = [], place: Place) {
  const { brandId, clubId, courses, now } = place
  for (const [index, { title, lead, body, pictureOf, isPublic, publishedDaysAgo }] of articles.entries()) {
    const course = pictureOf === undefined ? undefined : courses.get(pictureOf)
    const files = course && (await findFilesOfCourse(tx, course.id))
    const texts = Object.fromEntries(
      (['en', 'ru', 'es'] as const).map(language => [
        language,
        { title: title[language], lead: lead[language], body: withNumbers(body[language], files) },
      ]),
    )
    const made = await insertArticle(tx, {
      brandId,
      clubId,
      texts: JSON.stringify(texts),
      files: [...new Set(Object.values(texts).flatMap(text => filesIn(text.body)))],
      picture_id: files?.picture ?? null,
      is_public: isPublic,
      sort: 0,
      clientKey: `demo ${index}`,
    })
    if (made) await setPublication(tx, made.id, secondsFromMs(now) - publishedDaysAgo * daySeconds)
  }
}
