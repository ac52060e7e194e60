import { insertBanner, setBannerState } from '#server/features/banners/staff-queries.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import { platforms } from '#shared/features/banners/slots.ts'
import type { DemoSchoolFile } from './demo-school-file.ts'

type Place = {
  brandId: string
  /** By the name of their folder. */
  courses: ReadonlyMap<string, { id: number }>
}

export type CourseFiles = { picture: number | null; background: number | null; film: number | null }

/** What a course shows of itself, as far as it has it. */
export const findFilesOfCourse = one<[courseId: number], CourseFiles>(
  'find-files-of-course',
  'select image_id as picture, background_id as background, demo_video_id as film from courses where id = $1',
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
    const files = course && (await findFilesOfCourse(tx, course.id))
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
      picture_id: files?.picture ?? null,
      texts: JSON.stringify(texts),
      clientKey: `demo ${sort}`,
    })
    if (made) await setBannerState(tx, made.id, 'shown')
  }
}
