import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { draftFromArchive } from '#server/features/courses/archives/draft-from-archive.ts'
import { reportLines } from '#server/features/courses/archives/outline.ts'
import { isArchive } from '#server/features/courses/archives/open-archive.ts'
import { courseArchive } from '#server/features/courses/import/course-archive.ts'
import { exportCourse, writtenFiles } from '#server/features/courses/import/export-course.ts'
import { listCourses } from '#server/features/courses/import/import-queries.ts'
import { canConvert } from '#server/features/media/convert/convert-film.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import type { PartEffect, VersionEffects } from '#shared/features/courses/authoring-calls.ts'
import { partEffects, partKinds } from '#shared/features/courses/part-keys.ts'
import { localDate } from '#shared/platform/times.ts'
import type { CourseCommand } from './course-arguments.ts'
import { type CohortRequest, type ImportedCohort, importWithCohorts } from './import-with-cohorts.ts'
import { namedBrand, UsageError } from './operator-command.ts'
import type { School } from './run-operator-command.ts'

/** Runs one command on an open, migrated database. */
export async function runCourseCommand(command: CourseCommand, { database, brands, now, print, ...place }: School) {
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
    if (command.out !== undefined && isArchive(command.out)) {
      const written = await writtenFiles(database, { brandId, key: command.key })
      if (!written) throw new UsageError(`Brand ${brandId} has no course ${command.key}`)
      await pipeline(courseArchive(store, written, tmpdir()), createWriteStream(resolve(command.out)))
      return print(`Wrote ${resolve(command.out)}`)
    }
    const folder = resolve(command.out ?? command.key)
    const file = await exportCourse(database, store, { brandId, key: command.key, folder })
    if (file === undefined) throw new UsageError(`Brand ${brandId} has no course ${command.key}`)
    print(`Wrote ${file}`)
  } else if (command.command === 'draft') {
    const isConverting = await canConvertHere(print)
    const { id, title, report } = await draftFromArchive(database, store, {
      archive: resolve(command.file),
      name: basename(command.file),
      language: command.language,
      brandId,
      userId: null,
      isConverting,
      place: tmpdir(),
    })
    for (const line of reportLines(report)) print(line)
    print(`${title}: a draft of a new course (${id}), which the studio shows and publishes`)
  } else {
    const isConverting = await canConvertHere(print)
    const note = noteImport(brandId, command.days)
    const request = { ...command, brandId, isConverting, today: localDate(now, 'UTC'), note }
    const { course, version, change, effects, cohorts } = await importWithCohorts(database, store, request)
    print(`${course.key}: ${change}, version ${version}`)
    const told = effects ? [...partLines(effects.parts), ...learnerLines(effects)] : []
    for (const line of [...told, ...cohorts.flatMap(cohortLines)]) print(line)
  }
}

async function canConvertHere(print: School['print']): Promise<boolean> {
  const isConverting = await canConvert()
  if (!isConverting) print('ffmpeg is missing: videos are taken as they are')
  return isConverting
}

/** Logs an import that changed something; another length moves the ends of cohorts. */
function noteImport(brandId: string, days: number | undefined): NonNullable<CohortRequest['note']> {
  return async (tx, { id, version, change, cohorts }) => {
    const enrolled = cohorts.flatMap(cohort => cohort.enrolled).length
    const isSame = enrolled === 0 && days === undefined && !cohorts.some(({ isNew }) => isNew)
    if (change === 'unchanged' && isSame) return
    const detail = { change, version, cohorts: cohorts.length, enrolled }
    await writeAudit(
      tx,
      { userId: null, brandId },
      { action: 'course.import', targetType: 'course', targetId: id, detail },
    )
  }
}

function cohortLines({ startsOn, endsOn, isNew, enrolled, present }: ImportedCohort): string[] {
  return [
    `  cohort of ${startsOn}: ${isNew ? 'opened' : 'was there already'}, until ${endsOn}`,
    ...enrolled.map(email => `  enrolled: ${email}`),
    ...present.map(email => `  was enrolled already: ${email}`),
  ]
}

/** How many parts of each kind were added, changed and so on; each that left the course or came back by its name. */
function partLines(all: readonly PartEffect[]): string[] {
  const counts = partKinds.flatMap(kind => {
    const ofKind = all.filter(part => part.kind === kind)
    const counted = partEffects.flatMap(effect => {
      const count = ofKind.filter(part => part.effect === effect).length
      return count ? [`${count} ${effect}`] : []
    })
    return counted.length ? [`  ${kind}s: ${counted.join(', ')}`] : []
  })
  const named = all.filter(({ effect }) => effect === 'archived' || effect === 'removed' || effect === 'restored')
  return [
    ...counts,
    ...named.map(({ kind, key, titles, effect, learners }) => {
      const what = `  ${effect}: ${kind} ${key} (${Object.values(titles)[0] ?? ''})`
      return learners ? `${what}, with the records of ${learners} ${learners === 1 ? 'learner' : 'learners'}` : what
    }),
  ]
}

/** What it means for learners, where it means anything. */
function learnerLines({ learners_falling: falling, submissions_kept: kept }: VersionEffects): string[] {
  return [
    ...(kept ? [`  waiting for an answer at archived homework: ${kept}`] : []),
    ...(falling ? [`  learners whose share of finished days falls: ${falling}`] : []),
  ]
}
