import { resolve } from 'node:path'
import { brandByAppId, type Brands, defaultBrand } from '#server/features/brands/load-brands.ts'
import { exportCourse } from '#server/features/courses/export-course.ts'
import { listCourses } from '#server/features/courses/import-queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'
import { type CourseCommand, UsageError } from './course-arguments.ts'
import { importWithCohorts } from './import-with-cohorts.ts'
import { mediaFolder } from './media.ts'

type Print = (line: string) => void

/** Does one command on an open, migrated database. */
export async function runCourseCommand(
  command: CourseCommand,
  { database, brands, dataDir, print }: { database: Database; brands: Brands; dataDir: string; print: Print },
) {
  const store = openFileStore(mediaFolder(dataDir))
  const brandId = brandOf(brands, command.brand)
  if (command.command === 'list') {
    const courses = await listCourses(database, command.brand === undefined ? null : brandId)
    if (!courses.length) print('There are no courses yet')
    for (const course of courses)
      print(
        `${course.brandId}  ${course.key}  version ${course.version}  ${course.daysCount} days  ` +
          `${course.languages.join(', ')}  ${course.title}`,
      )
  } else if (command.command === 'export') {
    const folder = resolve(command.out ?? command.key)
    const file = await exportCourse(database, store, { brandId, key: command.key, folder })
    if (file === undefined) throw new UsageError(`Brand ${brandId} has no course ${command.key}`)
    print(`Wrote ${file}`)
  } else {
    const { course, version, change } = await importWithCohorts(database, store, { ...command, brandId })
    print(`${course.key}: ${change}, version ${version}`)
  }
}

function brandOf(brands: Brands, id: string | undefined): string {
  const brand = id === undefined ? defaultBrand(brands) : brandByAppId(brands, id)
  if (!brand) throw new UsageError(`There is no brand ${id}`)
  return brand.id
}
