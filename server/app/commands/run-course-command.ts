import { resolve } from 'node:path'
import { exportCourse } from '#server/features/courses/import/export-course.ts'
import { listCourses } from '#server/features/courses/import/import-queries.ts'
import type { CourseCommand } from './course-arguments.ts'
import { importWithCohorts } from './import-with-cohorts.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { namedBrand, UsageError } from './operator-command.ts'
import type { School } from './run-operator-command.ts'

/** Runs one command on an open, migrated database. */
export async function runCourseCommand(command: CourseCommand, { database, brands, print, ...place }: School) {
  const store = openMediaStore(place)
  const brandId = namedBrand(brands, command.brand)
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
