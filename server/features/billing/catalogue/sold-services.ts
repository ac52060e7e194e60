import { courseTitles } from '#server/features/courses/course-memory.ts'
import type { MediaRow } from '#server/features/media/media-item.ts'
import { pictureWire } from '#server/features/media/media-item.ts'
import type { Database } from '#server/platform/database/database.ts'
import { many } from '#server/platform/database/statement.ts'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import type { OfferKind } from '#shared/features/billing/selling/offer-kinds.ts'
import type { ServiceWire } from '#shared/features/billing/wire.ts'
import type { PictureWire } from '#shared/features/media/contract.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { isSold, priceOf, serviceWire, type SoldRow, soldColumns, soldTables } from '../orders/offers.ts'

type CoursePicture = Pick<MediaRow, 'key' | 'files'>
export type ShownRow = SoldRow & {
  /** Of the course. */
  image: CoursePicture | null
  /** Of the position of the catalogue that sells it. */
  picture: string | null
}

/** SQL: the picture of the course `c`. */
export const courseImage = `(select json_build_object('key', m.key, 'files', m.files) from media m where m.id = c.image_id) as image`

const isOffered = `case when $kind::text is null then true
  when s.type = 'course_demo' then false
  when $kind = 'functional' then s.consultations > 0 and (s.course_id is null or s.course_id = $courseId)
  else s.course_id is not null and ($courseId::bigint is null or s.course_id = $courseId) end`

/** What a brand sells to a person (0 for a visitor) on `today`: all of it, or what fits a reason to offer it, of a course or any. */
export const listSold = many<
  { brandId: string; userId: number; today: LocalDate; kind: OfferKind | null; courseId: number | null },
  ShownRow
>(
  'list-sold-services',
  `select ${soldColumns}, ${courseImage},
     (select p.picture from catalog_positions p where p.service_id = s.id and p.picture is not null and not p.is_hidden
      order by p.sort, p.id limit 1) as picture
   from ${soldTables} where s.brand_id = $brandId and ${isSold} and ${isOffered} order by s.id`,
)

/** Whether it can be had now: there is a place, and somebody takes the money. */
export function isAvailable(row: SoldRow): boolean {
  const hasPlace = row.courseId === null || row.accessDays !== null || row.cohort?.hasSeat === true
  return hasPlace && (row.accountId !== null || (priceOf(row)?.amount === 0 && row.type !== 'course_subscription'))
}

/** The pictures of what is sold: the catalogue’s own first, then the course’s. */
export function picturesOf({ picture, image }: Pick<ShownRow, 'picture' | 'image'>): PictureWire[] {
  const own = picture === null ? undefined : brandAssetUrl(picture)
  return [
    ...(own === undefined ? [] : [{ large: own, medium: own, small: own }]),
    ...(image === null ? [] : [pictureWire(image)]),
  ]
}

/** The titles of the courses that services open. */
export function titlesOf(db: Database, rows: readonly SoldRow[], language: Language) {
  const courses = rows.flatMap(({ courseId: id, courseVersion: version }) =>
    id !== null && version ? [{ id, version }] : [],
  )
  return courseTitles(db, courses, language)
}

/** Services on the wire, with what was asked for of their courses, cohorts and siblings; `all` are those to find siblings among. */
export async function expandedServices(
  db: Database,
  rows: readonly SoldRow[],
  { asked, language, all = rows }: { asked: readonly string[]; language: Language; all?: readonly SoldRow[] },
): Promise<ServiceWire[]> {
  const isCourseAsked = asked.some(name => name.endsWith('course'))
  const titles = isCourseAsked ? await titlesOf(db, all, language) : new Map<number, string>()
  const attached = (row: SoldRow, prefix: string) => ({
    ...serviceWire(row, language),
    ...(asked.includes(`${prefix}course`) && { course: courseOf(row, titles) }),
    ...(asked.includes(`${prefix}stream`) && { stream: streamOf(row) }),
  })
  const hasChilds = asked.some(name => name.startsWith('childs.'))
  const siblings = (row: SoldRow) =>
    all.filter(({ id, courseId }) => courseId !== null && courseId === row.courseId && id !== row.id)
  return rows.map(row => ({
    ...attached(row, ''),
    ...(hasChilds && { childs: siblings(row).map(sibling => attached(sibling, 'childs.')) }),
  }))
}

function courseOf({ courseId }: SoldRow, titles: ReadonlyMap<number, string>) {
  return courseId === null ? null : { id: courseId, title: titles.get(courseId) ?? '' }
}

function streamOf({ cohort }: SoldRow) {
  if (cohort === null) return null
  const { id, startsOn, endsOn, hasSeat } = cohort
  return { id, starts_on: startsOn, ends_on: endsOn, has_place: hasSeat }
}
