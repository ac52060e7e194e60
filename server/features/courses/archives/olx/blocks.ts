import { addFilm } from './films.ts'
import { problemOf, taskOf } from './problems.ts'
import type { ItemKind, Reason } from '#shared/features/courses/report-texts.ts'
import type { Block } from './tree.ts'
import { lessonOf, type Unit } from './unit.ts'
import type { OutlineHomework, OutlineLesson } from '../outline.ts'
import {
  countText,
  type Line,
  longestHomework,
  longestLesson,
  skipped,
  skippedIfBroken,
  taken,
  writtenPage,
} from '../written-page.ts'
import { innerHtml, readText } from '../xml.ts'

type Read = (unit: Unit, block: Block) => Promise<Line> | Line

const kinds: Record<string, [kind: ItemKind, read?: Read]> = {
  html: ['page', readPage],
  video: ['film', addFilm],
  problem: ['problem', readProblem],
  openassessment: ['assignment', readTask],
  discussion: ['discussion', () => skipped('discussion', 'asks_nothing')],
  lti: ['tool'],
  lti_consumer: ['tool'],
  library_content: ['bank'],
  itembank: ['bank'],
  chapter: ['stage'],
  sequential: ['day'],
  vertical: ['lesson'],
}

/** Adds what a block of a unit is to the unit's day, and a line about it to the report. */
export async function readBlock(unit: Unit, block: Block): Promise<void> {
  const { title, kind: tag, file, problem, xml } = block
  const [kind, read] = (Object.hasOwn(kinds, tag) && kinds[tag]) || (['other'] as const)
  const line = async (): Promise<Line> => {
    if (problem !== undefined) return skipped(kind, 'broken', file)
    if (xml.attributes['visible_to_staff_only'] === 'true') return skipped(kind, 'hidden')
    if (kind === 'stage' || kind === 'day' || kind === 'lesson') return skipped(kind, 'nothing_in_it')
    return read ? read(unit, block) : skipped(kind, 'nothing_like_it', tag)
  }
  unit.reader.report.push({ title, ...(await line().catch(skippedIfBroken(kind))) })
}

async function readPage(unit: Unit, { title, id, xml, file }: Block): Promise<Line> {
  const { reader, root } = unit
  const name = `${root}html/${(xml.attributes['filename'] ?? id).replaceAll(':', '/')}.html`
  const path = reader.files.get(name)
  const html = path === undefined ? innerHtml(xml) : await readText(path, name)
  reader.used.add(name)
  if (path === undefined && html.trim() === '') return skipped('page', 'not_there', name)
  const from = path === undefined ? file : name
  const fitting = (into: OutlineLesson | undefined, own: string) => {
    const written = writtenPage(reader, { title: own, html, from, hasMedia: true, into })
    return written.lesson.text.length > longestLesson ? undefined : written
  }
  const joined = fitting(unit.lesson, unit.title)
  const written = joined ?? fitting(undefined, title)
  if (!written) return skipped('page', 'too_long_lesson')
  if (!joined) unit.lesson = undefined
  Object.assign(lessonOf(unit), written.lesson)
  return taken('page', written.why)
}

function readProblem(unit: Unit, { title, xml, file }: Block): Line {
  const { html, answers, hasLosses } = problemOf(xml, text => countText(unit.reader, text, file))
  const { lesson, why } = writtenPage(unit.reader, { title, html, from: file, hasMedia: false })
  const right = writtenPage(unit.reader, { title, html: answers, from: file, hasMedia: false }).lesson.text
  if (lesson.text === '') return skipped('problem', 'no_text')
  if (Math.max(lesson.text.length, right.length) > longestHomework - longestNumber)
    return skipped('problem', 'too_long_homework')
  addToHomework(unit, { text: lesson.text, solution: right })
  const scripts: Reason[] = hasLosses ? [{ code: 'left_script' }] : []
  return taken('problem', [{ code: 'judged' }, ...scripts, ...why])
}

/** Room for the number of a problem. */
const longestNumber = 20

function addToHomework(unit: Unit, { text, solution }: Omit<OutlineHomework, 'title'>) {
  const isFull = (own: string, more: string) => own.length + more.length + longestNumber > longestHomework
  if (unit.homework && (isFull(unit.homework.text, text) || isFull(unit.homework.solution, solution)))
    Object.assign(unit, { homework: undefined, problems: 0 })
  if (!unit.homework) {
    unit.homework = { title: unit.title, text: '', solution: '' }
    unit.day.homeworks.push(unit.homework)
  }
  const number = `**${++unit.problems}.** `
  const joined = (own: string, more: string) => [own, more].filter(Boolean).join('\n\n')
  unit.homework.text = joined(unit.homework.text, `${number}${text}`)
  if (solution) unit.homework.solution = joined(unit.homework.solution, `${number}${solution}`)
}

function readTask(unit: Unit, { title, xml, file }: Block): Line {
  const { lesson, why } = writtenPage(unit.reader, { title, html: taskOf(xml), from: file, hasMedia: false })
  if (lesson.text.length > longestHomework) return skipped('assignment', 'too_long_homework')
  unit.day.homeworks.push({ title, text: lesson.text, solution: '' })
  return taken('assignment', [{ code: 'task' }, ...why])
}
