import type { CourseFile, CourseTexts } from './course-format.ts'
import { type KnownPart, type PartKind, partKinds } from './part-keys.ts'

/** What an import did to a part; `restored` came back from the archive. */
export const effects = ['added', 'restored', 'changed', 'kept', 'archived', 'removed'] as const
type Effect = (typeof effects)[number]

export type PartEffect = { kind: PartKind; key: string; titles: CourseTexts; effect: Effect; learners: number }

/** A course as its file says it, and as the parts in the database are. */
export type CourseState = {
  /** `files` names the content of each file, so that another content under the same path is a change. */
  file: { course: CourseFile; files: Record<string, string> } | undefined
  parts: readonly KnownPart[]
}

/** What an import did to every part, by kind in the order of `after`. */
export function importEffects(before: CourseState, after: CourseState): PartEffect[] {
  const known = new Map(before.parts.map(part => [nameOf(part), part]))
  const [old, now] = [contents(before.file), contents(after.file)]
  const present = after.parts.flatMap(part => {
    const name = nameOf(part)
    const effect = effectOn(known.get(name), part, old.get(name) === now.get(name))
    known.delete(name)
    return effect ? [withEffect(part, effect)] : []
  })
  const removed = [...known.values()].map(part => withEffect(part, 'removed' as const))
  return [...present, ...removed].sort((a, b) => partKinds.indexOf(a.kind) - partKinds.indexOf(b.kind))
}

function effectOn(old: KnownPart | undefined, part: KnownPart, isSame: boolean): Effect | undefined {
  if (part.isArchived) return old?.isArchived ? undefined : 'archived'
  if (!old) return 'added'
  if (old.isArchived) return 'restored'
  return isSame ? 'kept' : 'changed'
}

const nameOf = ({ kind, key }: Pick<KnownPart, 'kind' | 'key'>) => `${kind} ${key}`
const withEffect = ({ kind, key, titles, learners }: KnownPart, effect: Effect) => ({
  kind,
  key,
  titles,
  effect,
  learners,
})

/** What each part of a file says, without the parts that it holds. */
function contents(file: CourseState['file']): Map<string, string> {
  if (!file) return new Map()
  const { course, files } = file
  const days = course.stages.flatMap(stage => stage.days.map(day => ({ ...day, homeworks: [], stage: stage.key })))
  const homeworks = course.stages.flatMap(stage => [
    ...stage.homeworks.map(homework => ({ ...homework, of: `stage ${stage.key}` })),
    ...stage.days.flatMap(day => day.homeworks.map(homework => ({ ...homework, of: `day ${day.key}` }))),
  ])
  const parts: Record<PartKind, { key: string }[]> = {
    stage: course.stages.map(({ key, title }, place) => ({ key, title, place })),
    day: days,
    lesson: course.lessons,
    homework: homeworks,
    document: course.documents.map((document, place) => ({ ...document, place })),
  }
  const told = (_name: string, value: unknown) => (typeof value === 'string' ? (files[value] ?? value) : value)
  return new Map(
    partKinds.flatMap(kind => parts[kind].map(part => [nameOf({ kind, key: part.key }), JSON.stringify(part, told)])),
  )
}
