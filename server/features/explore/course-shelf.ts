import { isAvailable } from '#server/features/billing/catalogue/sold-services.ts'
import { priceOf, type SoldRow } from '#server/features/billing/orders/offers.ts'
import { type CourseTree, textIn } from '#server/features/courses/course-tree.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { offeredLanguages } from '#shared/features/brands/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { type CourseOnShow, listOnShow } from './queries.ts'

/** A course with all that its page shows. */
export type ShelvedCourse = Omit<CourseOnShow, 'version'> & {
  tree: CourseTree
  languages: readonly Language[]
  /** What opens it: to buy once first, then subscriptions. */
  offers: SoldRow[]
  demo: SoldRow | undefined
  /** The day on which it is shown. */
  today: LocalDate
}

const order: readonly string[] = ['course_buy', 'course_subscription']

/** The courses that a brand shows on a day, in the order of the school. */
export async function coursesOnShow(database: Database, brand: Brand, today: LocalDate): Promise<ShelvedCourse[]> {
  const sold = await listOnShow(database, { brandId: brand.id, userId: 0, today })
  const courses = [...new Map(sold.map(({ course }) => [course.id, course])).values()]
  const trees = new Map((await courseTrees(database, courses)).map(tree => [tree.course.id, tree]))
  return courses.flatMap(({ version: _version, ...course }) => {
    const tree = trees.get(course.id)
    if (!tree) return []
    const own = sold.filter(({ courseId }) => courseId === course.id)
    const offers = own
      .filter(({ type }) => type !== 'course_demo')
      .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
    const demo = own.find(row => row.type === 'course_demo' && isAvailable(row))
    return [{ ...course, tree, languages: languagesOf(tree, brand), offers, demo, today }]
  })
}

/** The languages of the brand that a course is written in; all of them where it has none, for its texts fall back. */
function languagesOf({ course }: CourseTree, brand: Brand): readonly Language[] {
  const offered = offeredLanguages(brand)
  const own = offered.filter(language => course.languages.includes(language))
  return own.length ? own : offered.slice(0, 1)
}

/** One text of a course, or of a part of it, in a language. */
export const courseText = (
  { tree: { course } }: ShelvedCourse,
  field: string,
  language: Language,
  texts = course.texts,
) => textIn(texts, field, language, course.languages)

/** The lines of a text, without those that are empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter(line => line !== '')

/** The offer that opens it for least, with its price in the school's own currency. */
export function cheapestOffer({ offers }: Pick<ShelvedCourse, 'offers'>) {
  const priced = offers.flatMap(row => {
    const price = priceOf(row)
    return price ? [{ row, price }] : []
  })
  return priced.toSorted((a, b) => a.price.amount - b.price.amount)[0]
}
