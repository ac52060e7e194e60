import type { Problem } from '#shared/platform/schemas.ts'
import type { CourseTexts, WrittenCourse } from './course-format.ts'

export const partKinds = ['stage', 'day', 'lesson', 'homework', 'document'] as const
export type PartKind = (typeof partKinds)[number]

/** What a publication does to a part; `restored` came back from the archive. */
export const partEffects = ['added', 'restored', 'changed', 'kept', 'archived', 'removed'] as const

/** A part that a course has, or had while learners used it. */
export type KnownPart = {
  kind: PartKind
  key: string
  /** What holds it, as `day day-1`; a lesson may stand in several days, a stage and a document stand in nothing. */
  within: readonly string[]
  titles: CourseTexts
  /** It has left the course, and learners' records are kept with it. */
  isArchived: boolean
  /** How many learners have records of it. */
  learners: number
}

/** A part as the file has it; `positional` is the key that follows from its place. */
type WrittenPart = {
  key: string | undefined
  title: CourseTexts | undefined
  within: string
  place: string
  positional: string
}

type PartNames = {
  /** The key of the part at a place like `stages[0].days[1]`. */
  keyAt(place: string): string
  /** Parts without a key of which it cannot be said whether they are known ones. */
  problems: Problem[]
}

/**
 * Gives every part of a course file its key. One that is left out is that of the known part with the same title in the same
 * place; a part with a new title is a new one, under a key that no learner's record is of. Where a part that learners used
 * may have been renamed, a problem asks for the key.
 */
export function nameParts(course: WrittenCourse, known: readonly KnownPart[] = []): PartNames {
  const keys = new Map<string, string>()
  const keyAt = (place: string) => keys.get(place) ?? ''
  const titleOf = titlesOf(course.languages, known)
  const news = new Set<string>()
  const problems: Problem[] = []
  for (const [kind, listed] of lists) {
    const knownOfKind = known.filter(part => part.kind === kind)
    const parts = listed(course, keyAt)
    const matched = matchTitles(parts, knownOfKind, titleOf)
    const { fresh, gone } = nameNew(parts, knownOfKind, matched.keys)
    if (gone.length)
      matched.problems.push(...keyedAgain(parts, gone, titleOf), ...renamedOrNew(fresh, gone, kind, news))
    problems.push(...matched.problems)
    for (const [place, key] of matched.keys) keys.set(place, key)
    for (const { place } of fresh) news.add(`${kind} ${keyAt(place)}`)
  }
  return { keyAt, problems }
}

type TitleOf = (texts: CourseTexts | undefined) => string

/** Titles are compared in the first language that the file shares with what is known. */
function titlesOf(languages: readonly string[], known: readonly KnownPart[]): TitleOf {
  const shared = languages.find(code => known.some(({ titles }) => titles[code] !== undefined))
  return (texts = {}) => texts[shared ?? ''] ?? Object.values(texts)[0] ?? ''
}

/** The keys by place: those given, and those of known parts with the same title. */
function matchTitles(parts: readonly WrittenPart[], known: readonly KnownPart[], titleOf: TitleOf) {
  const keys = new Map(parts.flatMap(({ place, key }) => (key === undefined ? [] : [[place, key] as const])))
  const given = new Set(keys.values())
  const free = known.filter(({ key }) => !given.has(key))
  const problems: Problem[] = []
  for (const group of sameTitles(parts, titleOf)) {
    const [{ within, title }] = group
    const same = free.filter(part => part.within.includes(within) && titleOf(part.titles) === titleOf(title))
    const present = same.filter(({ isArchived }) => !isArchived)
    const candidates = present.length ? present : same
    if (candidates.length !== group.length && candidates.some(({ learners }) => learners > 0))
      problems.push(...group.map(({ place }) => ({ place, reason: sharedTitle(candidates) })))
    for (const [index, { place }] of group.entries()) {
      const candidate = candidates[index]
      if (candidate) keys.set(place, candidate.key)
    }
  }
  return { keys, problems }
}

/** The parts without a key, those with one title in one place together. */
function sameTitles(parts: readonly WrittenPart[], titleOf: TitleOf): Iterable<[WrittenPart, ...WrittenPart[]]> {
  const groups = new Map<string, [WrittenPart, ...WrittenPart[]]>()
  for (const part of parts.filter(({ key }) => key === undefined)) {
    const name = JSON.stringify([part.within, titleOf(part.title)])
    const group = groups.get(name)
    if (group) group.push(part)
    else groups.set(name, [part])
  }
  return groups.values()
}

/** Adds the keys of new parts to `keys`; answers these parts, and the known ones that learners used and the file lacks. */
function nameNew(parts: readonly WrittenPart[], known: readonly KnownPart[], keys: Map<string, string>) {
  const used = new Set(keys.values())
  const gone = known.filter(({ key, isArchived, learners }) => !isArchived && learners > 0 && !used.has(key))
  for (const { key, isArchived, learners } of known) if (isArchived || learners > 0) used.add(key)
  const fresh = parts.filter(({ place }) => !keys.has(place))
  for (const { place, positional } of fresh) keys.set(place, unusedKey(positional, used))
  return { fresh, gone }
}

function unusedKey(positional: string, used: Set<string>): string {
  let key = positional
  for (let number = 2; used.has(key); number += 1) key = `${positional}-${number}`
  used.add(key)
  return key
}

/** What stands in a new part is new with it. */
function renamedOrNew(
  fresh: readonly WrittenPart[],
  gone: readonly KnownPart[],
  kind: PartKind,
  news: ReadonlySet<string>,
): Problem[] {
  const reason =
    `needs a key: its title is new, and ${gone.map(described).join(', ')}, which learners have worked on, is gone. ` +
    `Give it that key if it is the same ${kind}, or a new one if it is not`
  return fresh.filter(({ within }) => !news.has(within)).map(({ place }) => ({ place, reason }))
}

/** Parts under a new key that have the place and the title of one that is gone. */
function keyedAgain(parts: readonly WrittenPart[], gone: readonly KnownPart[], titleOf: TitleOf): Problem[] {
  return parts.flatMap(({ key, title, within, place }) => {
    const same = gone.find(part => part.within.includes(within) && titleOf(part.titles) === titleOf(title))
    if (key === undefined || !same) return []
    return { place: `${place}.key`, reason: `was ${same.key} until now, and learners have worked on it under that key` }
  })
}

function sharedTitle(candidates: readonly KnownPart[]): string {
  return `needs a key: ${candidates.map(described).join(', ')} had this title, and there are more or fewer of them now`
}

function described({ key, titles }: KnownPart): string {
  return `${key} (${Object.values(titles)[0] ?? ''})`
}

type Listed = (course: WrittenCourse, keyAt: (place: string) => string) => WrittenPart[]

function stagesOf({ stages }: WrittenCourse) {
  return stages.map((stage, index) => ({ stage, place: `stages[${index}]`, positional: `stage-${index + 1}` }))
}

function daysOf(course: WrittenCourse) {
  return stagesOf(course).flatMap(({ stage, place }) =>
    stage.days.map((day, index) => ({ day, stagePlace: place, place: `${place}.days[${index}]` })),
  )
}

const listHomeworks: Listed = (course, keyAt) =>
  [
    ...stagesOf(course).map(({ stage, place }) => ({ kind: 'stage', owner: stage, ownerPlace: place })),
    ...daysOf(course).map(({ day, place }) => ({ kind: 'day', owner: day, ownerPlace: place })),
  ].flatMap(({ kind, owner, ownerPlace }) =>
    (owner.homeworks ?? []).map(({ key, title }, index) => ({
      key,
      title,
      within: `${kind} ${keyAt(ownerPlace)}`,
      place: `${ownerPlace}.homeworks[${index}]`,
      positional: `${keyAt(ownerPlace)}-homework-${index + 1}`,
    })),
  )

/** The shared lessons, and those written inside days. */
const listLessons: Listed = (course, keyAt) => [
  ...(course.lessons ?? []).map(({ key, title }, index) => ({
    key,
    title,
    within: '',
    place: `lessons[${index}]`,
    positional: key,
  })),
  ...daysOf(course).flatMap(({ day, place: dayPlace }) => {
    const all = (day.lessonSets ?? []).flatMap((set, number) =>
      set.lessons.map((item, index) => ({ item, place: `${dayPlace}.lessonSets[${number}].lessons[${index}]` })),
    )
    return all.flatMap(({ item: { use, key, title }, place }, index) =>
      use !== undefined
        ? []
        : {
            key,
            title,
            within: `day ${keyAt(dayPlace)}`,
            place,
            positional: `${keyAt(dayPlace)}-lesson-${index + 1}`,
          },
    )
  }),
]

/** The parts of each kind; what holds others is named before them. */
const lists: [PartKind, Listed][] = [
  ['stage', course => stagesOf(course).map(({ stage, ...where }) => ({ ...partOf(stage), ...where, within: '' }))],
  [
    'day',
    (course, keyAt) =>
      daysOf(course).map(({ day, stagePlace, place }) => ({
        ...partOf(day),
        within: `stage ${keyAt(stagePlace)}`,
        place,
        positional: `day-${day.dayNumber}`,
      })),
  ],
  ['homework', listHomeworks],
  ['lesson', listLessons],
  [
    'document',
    ({ documents = [] }) =>
      documents.map((document, index) => ({
        ...partOf(document),
        within: '',
        place: `documents[${index}]`,
        positional: `document-${index + 1}`,
      })),
  ],
]

function partOf({ key, title }: { key?: string; title: CourseTexts }) {
  return { key, title }
}
