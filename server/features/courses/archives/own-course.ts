import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openCourseFile } from '#shared/features/courses/course-file.ts'
import type { CourseFile } from '#shared/features/courses/course-format.ts'
import type { ReportLine } from '#shared/features/courses/report-texts.ts'
import { ArchiveError } from './archive-error.ts'
import type { Unpacked } from './unpack.ts'
import { readText } from './xml.ts'

const courseFile = /^(?:[^/]+\/)?course\.(?:ya?ml|json)$/i

/** The file of an archive that holds a course in the open format, if there is one. */
export const ownCourseIn = (files: Unpacked): string | undefined =>
  [...files.keys()].filter(name => courseFile.test(name)).sort((one, other) => one.length - other.length)[0]

/** A course in the open format, with a line for each part; its files lie in `folder` as it names them. */
export type OwnCourse = { course: CourseFile; yaml: string; report: ReportLine[] }

/** Reads a course in the open format that was unpacked, and lays its files out in `folder`, which is empty. */
export async function readOwnCourse(files: Unpacked, folder: string): Promise<OwnCourse> {
  const name = ownCourseIn(files) ?? ''
  const read = await readCourseText(files.get(name) ?? '', name)
  const root = name.slice(0, -(name.split('/').at(-1) ?? '').length)
  const own = [...files].filter(([file]) => file.startsWith(root) && file !== name)
  await layOut(
    own.map(([file, path]) => [file.slice(root.length), path]),
    folder,
  )
  const text = JSON.stringify(read.course)
  const unused = own.map(([file]) => file.slice(root.length)).filter(file => !isNamed(text, file))
  return {
    course: read.course,
    yaml: read.yaml,
    report: [
      ...read.report,
      ...unused.map(
        (file): ReportLine => ({ title: file, kind: 'file', outcome: 'skipped', why: [{ code: 'unused' }] }),
      ),
    ],
  }
}

/** Parts of a playlist lie beside it and are not named one by one. */
const isNamed = (text: string, file: string) =>
  text.includes(JSON.stringify(file)) || /\.(ts|m4s|m3u8|aac)$/i.test(file)

/** Reads a course file called `name`. */
export async function readCourseText(path: string, name: string): Promise<OwnCourse> {
  const opened = openCourseFile(await readText(path, name), name)
  const checked = 'problems' in opened ? opened : opened.check([])
  if ('problems' in checked) throw badCourse(name, checked.problems)
  const { course } = checked
  const yaml = checked.print()
  if (/\0|\p{Surrogate}/u.test(yaml) || /\\u0000|\\ud[89a-f]/i.test(JSON.stringify(course)))
    throw new ArchiveError('bad_course', name, { of: 'a NUL or half of a character' })
  return { course, yaml, report: partsOf(course) }
}

/** The first problem, at its line as compilers name it: “course.yaml:12”. */
function badCourse(name: string, problems: readonly { line?: number; place: string; reason: string }[]): ArchiveError {
  const [first] = problems
  const at = first?.line === undefined ? name : `${name}:${first.line}`
  return new ArchiveError('bad_course', at, { of: [first?.place, first?.reason].filter(Boolean).join(' ') })
}

function partsOf({ stages, lessons, documents, languages }: CourseFile): ReportLine[] {
  const said = (title: Record<string, string>) => title[languages[0] ?? ''] ?? Object.values(title)[0] ?? ''
  const line = (kind: ReportLine['kind'], title: Record<string, string>): ReportLine => {
    return { title: said(title), kind, outcome: 'imported', why: [] }
  }
  return [
    ...stages.flatMap(stage => [
      line('stage', stage.title),
      ...stage.homeworks.map(homework => line('assignment', homework.title)),
      ...stage.days.flatMap(day => [
        line('day', day.title),
        ...day.homeworks.map(homework => line('assignment', homework.title)),
      ]),
    ]),
    ...lessons.map(lesson => line('lesson', lesson.title)),
    ...documents.map(document => line('document', document.title)),
  ]
}

/** Names are checked by `unpack`; here no two of them may be one on a disk that does not tell small letters from large ones. */
async function layOut(files: readonly [name: string, path: string][], folder: string): Promise<void> {
  const taken = new Set<string>()
  for (const [name, path] of files) {
    const low = name.toLowerCase()
    if (taken.has(low)) throw new ArchiveError('twice', name)
    taken.add(low)
    const to = join(folder, name)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(path, to)
  }
}
