import type { PartEffect } from '#shared/features/courses/authoring-calls.ts'
import { type KnownPart, type PartKind, partKinds } from '#shared/features/courses/part-keys.ts'
import type { CourseContent } from './write-course.ts'

/** A course as it reads, and its parts with what learners did. */
export type CourseState = { content: CourseContent | undefined; parts: readonly KnownPart[] }

/** What a publication did to every part, by kind in the order of `after`. */
export function partEffects(before: CourseState, after: CourseState): PartEffect[] {
  const known = new Map(before.parts.map(part => [nameOf(part), part]))
  const [old, now] = [sayings(before.content), sayings(after.content)]
  const present = after.parts.flatMap(part => {
    const name = nameOf(part)
    const effect = effectOn(known.get(name), part, old.get(name) === now.get(name))
    known.delete(name)
    return effect ? [withEffect(part, effect)] : []
  })
  const removed = [...known.values()].map(part => withEffect(part, 'removed' as const))
  return [...present, ...removed].sort((a, b) => partKinds.indexOf(a.kind) - partKinds.indexOf(b.kind))
}

function effectOn(old: KnownPart | undefined, part: KnownPart, isSame: boolean): PartEffect['effect'] | undefined {
  if (part.isArchived) return old?.isArchived ? undefined : 'archived'
  if (!old) return 'added'
  if (old.isArchived) return 'restored'
  return isSame ? 'kept' : 'changed'
}

const nameOf = ({ kind, key }: Pick<KnownPart, 'kind' | 'key'>) => `${kind} ${key}`
const withEffect = ({ kind, key, titles, learners }: KnownPart, effect: PartEffect['effect']) => ({
  kind,
  key,
  titles,
  effect,
  learners,
})

/** What each part says itself, without the parts that it holds; where it stands is part of that. */
function sayings(content: CourseContent | undefined): Map<string, string> {
  if (!content) return new Map()
  const { stages, lessons, documents } = content
  const days = stages.flatMap(stage => stage.days.map(day => ({ ...day, homeworks: [], stage: stage.key })))
  const homeworks = stages.flatMap(stage => [
    ...stage.homeworks.map(homework => ({ ...homework, of: `stage ${stage.key}` })),
    ...stage.days.flatMap(day => day.homeworks.map(homework => ({ ...homework, of: `day ${day.key}` }))),
  ])
  const parts: Record<PartKind, { key: string }[]> = {
    stage: stages.map(({ key, texts, sort }) => ({ key, texts, sort })),
    day: days,
    lesson: lessons,
    homework: homeworks,
    document: documents,
  }
  return new Map(
    partKinds.flatMap(kind => parts[kind].map(part => [nameOf({ kind, key: part.key }), JSON.stringify(part)])),
  )
}
