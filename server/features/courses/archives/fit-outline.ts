import type { ItemKind, Outcome, Reason, ReportLine } from '#shared/features/courses/report-texts.ts'
import type { Outline, OutlineDay, OutlineLesson } from './outline.ts'

/** What a course can hold; `shared/features/courses/course-format.ts` refuses more. */
const most = { stages: 200, days: 1000, allDays: 3650, lessons: 10_000, homeworks: 50, documents: 500, links: 100 }

type Stage = Outline['stages'][number]

/**
 * The outline within what a course can hold: what is too much for one lesson, day or stage goes on in further ones, and what is too
 * much for the course is left out; a line says which.
 */
export function fitOutline(outline: Outline): { outline: Outline; report: ReportLine[] } {
  const report: ReportLine[] = []
  const tell: Tell = (title, kind, outcome, code, of) =>
    void report.push({ title, kind, outcome, why: [{ code, ...(of !== undefined && { of: String(of) }) }] })
  const split = <Item>(items: readonly Item[], size: number, title: string, kind: ItemKind): Item[][] => {
    const parts = chunks(items, size)
    if (parts.length > 1) tell(title, kind, 'changed', 'goes_on', size)
    return parts.length ? parts : [[]]
  }
  const stages = outline.stages.flatMap(stage =>
    split(
      stage.days.flatMap(day =>
        daysOf({ ...day, lessons: day.lessons.flatMap(lesson => lessonsOf(lesson, split)) }, split),
      ),
      most.days,
      stage.title,
      'stage',
    ).map((days): Stage => ({ title: stage.title, days })),
  )
  const kept = withinCourse(joined(stages, tell), tell)
  for (const { title } of outline.documents.slice(most.documents))
    tell(title, 'document', 'skipped', 'too_many_documents', most.documents)
  return { outline: { ...outline, stages: kept, documents: outline.documents.slice(0, most.documents) }, report }
}

type Split = <Item>(items: readonly Item[], size: number, title: string, kind: ItemKind) => Item[][]
type Tell = (title: string, kind: ItemKind, outcome: Outcome, code: Reason['code'], of?: number) => void

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

function lessonsOf(lesson: OutlineLesson, split: Split): OutlineLesson[] {
  const [first = [], ...more] = split(lesson.links, most.links, lesson.title, 'lesson')
  return [{ ...lesson, links: first }, ...more.map(links => ({ title: lesson.title, text: '', links }))]
}

function daysOf(day: OutlineDay, split: Split): OutlineDay[] {
  const [first = [], ...more] = split(day.homeworks, most.homeworks, day.title, 'day')
  return [{ ...day, homeworks: first }, ...more.map(homeworks => ({ title: day.title, lessons: [], homeworks }))]
}

/** The days of stages that are too many belong to the last that there can be. */
function joined(stages: Stage[], tell: Tell): Stage[] {
  const more = stages.slice(most.stages)
  for (const { title } of more) tell(title, 'stage', 'changed', 'joins_last', most.stages)
  const last = stages[most.stages - 1]
  if (!last || more.length === 0) return stages
  return [...stages.slice(0, most.stages - 1), { ...last, days: [...last.days, ...more.flatMap(({ days }) => days)] }]
}

function withinCourse(stages: Stage[], tell: Tell): Stage[] {
  let days = 0
  let lessons = 0
  return stages
    .map(({ title, days: own }) => ({
      title,
      days: own.filter((day, index) => {
        const isIn = days < most.allDays && index < most.days && lessons + day.lessons.length <= most.lessons
        if (isIn) {
          days += 1
          lessons += day.lessons.length
        } else tell(day.title, 'day', 'skipped', 'too_long_course')
        return isIn
      }),
    }))
    .filter(stage => stage.days.length > 0)
}
