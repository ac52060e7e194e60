import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { kindText, outcomes, type ReportLine, whyText } from '#shared/features/courses/report-texts.ts'

export type OutlineLesson = {
  title: string
  text: string
  links: { title: string; url: string }[]
  picture?: string
  film?: string
  /** Of the film, in WebVTT, by language. */
  subtitles?: Record<string, string>
}
export type OutlineHomework = { title: string; text: string; solution: string }
export type OutlineDay = { title: string; lessons: OutlineLesson[]; homeworks: OutlineHomework[] }

/** A course of another format in the terms of ours; files are named by their place in the folder. */
export type Outline = {
  title: string
  stages: { title: string; days: OutlineDay[] }[]
  documents: { title: string; file: string }[]
}

/** Folders by themselves, and each run of items that stand in none under the title of what holds them. */
export function grouped<Item>(
  items: readonly Item[],
  title: string,
  folderOf: (item: Item) => { title: string; items: Item[] } | undefined,
): { title: string; items: Item[] }[] {
  const groups: { title: string; items: Item[]; isLoose: boolean }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const folder = folderOf(item)
    if (folder) groups.push({ ...folder, isLoose: false })
    else if (last?.isLoose) last.items.push(item)
    else groups.push({ title, items: [item], isLoose: true })
  }
  return groups
}

/** Text on one line; a title may hold line breaks and signs that steer a terminal. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const mostLessons = 300
const longestTitle = 300

/** The outline as a course in the open format, in one language; a day opens each day. */
export function writtenOutline({ title, stages, documents }: Outline, key: string, language: string): WrittenCourse {
  const texts = (text: string) => ({ [language]: text })
  const titled = (text: string) =>
    texts(
      Array.from(oneLine(text) || '…')
        .slice(0, longestTitle)
        .join(''),
    )
  let dayNumber = 0
  const lesson = ({ title: name, text, links, picture, film, subtitles = {} }: OutlineLesson) => ({
    title: titled(name),
    ...(text && { text: texts(text) }),
    links: links.map(link => ({ title: titled(link.title), url: link.url })),
    ...(picture !== undefined && { image: { large: picture } }),
    ...(film !== undefined && { videos: { main: { mp4: film, subtitles } } }),
  })
  const day = ({ title: name, lessons, homeworks }: OutlineDay) => ({
    dayNumber: ++dayNumber,
    title: titled(name),
    lessonSets: chunks(lessons, mostLessons).map(some => ({ lessons: some.map(lesson) })),
    homeworks: homeworks.map(one => ({
      title: titled(one.title),
      ...(one.text && { text: texts(one.text) }),
      ...(one.solution && { solution: texts(one.solution) }),
    })),
  })
  return {
    'kurso-course': 1,
    key,
    languages: [language],
    title: titled(title),
    documents: documents.map(one => ({ title: titled(one.title), file: one.file })),
    stages: stages.map(stage => ({ title: titled(stage.title), days: stage.days.map(day) })),
  }
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** A line for each item of an archive, after how many of them were imported, changed and skipped; in English. */
export function reportLines(report: readonly ReportLine[]): string[] {
  const counts = outcomes.map(outcome => `${report.filter(line => line.outcome === outcome).length} ${outcome}`)
  const lines = report.map(({ title, kind, outcome, why }) => {
    const told = whyText(why, 'en')
    return `  ${outcome}: ${oneLine(`${kindText(kind, 'en')} ${title}${told && ` (${told})`}`)}`
  })
  return [`${report.length} items: ${counts.join(', ')}`, ...lines]
}
