import type { OutlineDay, OutlineHomework, OutlineLesson } from '../outline.ts'
import type { ArchiveReader } from '../written-page.ts'

/** A unit that is being read: its pages go into one lesson, its problems into one homework, as long as they fit. */
export type Unit = {
  reader: ArchiveReader
  root: string
  title: string
  day: OutlineDay
  lesson: OutlineLesson | undefined
  homework: OutlineHomework | undefined
  /** How many problems the homework has. */
  problems: number
}

export const beginUnit = (own: Pick<Unit, 'reader' | 'root' | 'title' | 'day'>): Unit => ({
  ...own,
  lesson: undefined,
  homework: undefined,
  problems: 0,
})

/** The lesson of the unit, begun where there is none. */
export function lessonOf(unit: Unit): OutlineLesson {
  if (!unit.lesson) {
    unit.lesson = { title: unit.title, text: '', links: [] }
    unit.day.lessons.push(unit.lesson)
  }
  return unit.lesson
}
