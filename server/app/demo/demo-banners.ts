import { insertBanner, setBannerState } from '#server/features/banners/staff-queries.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import { platforms } from '#shared/features/banners/slots.ts'
import type { DemoSchoolFile } from './demo-school-file.ts'

type Place = {
  brandId: string
  /** By the name of their folder. */
  courses: ReadonlyMap<string, { id: number }>
}

/** The picture of a course, if it has one. */
export const findPictureOfCourse = one<[courseId: number], { id: number | null }>(
  'find-picture-of-course',
  'select image_id as id from courses where id = $1',
)

const forEverybody = {
  type: 'banner' as const,
  platforms: [...platforms],
  segments: '[]',
  segment_ids: [],
  course_ids: [],
  community_ids: [],
  application_ids: [],
  stage_day_ids: [],
  not_display_course_ids: [],
  not_display_community_ids: [],
  not_display_application_ids: [],
  starts_at: null,
  ends_at: null,
}

/** Seeds the banners of the demo school, which everybody sees. */
export async function seedDemoBanners(tx: Db, { banners = [] }: DemoSchoolFile, { brandId, courses }: Place) {
  for (const [sort, { places, link, pictureOf, title, description }] of banners.entries()) {
    const course = pictureOf === undefined ? undefined : courses.get(pictureOf)
    const picture = course && (await findPictureOfCourse(tx, course.id))
    const texts = Object.fromEntries(
      (['en', 'ru', 'es'] as const).map(language => [
        language,
        { title: title[language], description: description[language] },
      ]),
    )
    const made = await insertBanner(tx, {
      ...forEverybody,
      brandId,
      sort,
      link,
      positionsIds: places,
      picture_id: picture?.id ?? null,
      texts: JSON.stringify(texts),
      clientKey: `demo ${sort}`,
    })
    if (made) await setBannerState(tx, made.id, 'shown')
  }
}
