import { add, type Edit, none, type Parts, partsAfter, partsOfKind, rootOf } from './draft-edits.ts'

/** What a film's file says of its lesson: `the_warm-up.MOV` is “the warm-up”. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, 300)

/** A day and those after it, in the order of the course, but for days of rest. */
function daysFrom(parts: Parts, day: string): string[] {
  const stages = partsOfKind(parts, rootOf(parts)?.id ?? '', 'stage')
  const days = stages.flatMap(({ id }) => partsOfKind(parts, id, 'day'))
  const later = days.slice(days.findIndex(({ id }) => id === day))
  return later.filter(({ id, content }) => id === day || !content.dayOfRest).map(({ id }) => id)
}

type Films = { day: string; titles: readonly string[]; isSpread: boolean; language: string }

/**
 * Adds a lesson for each film, all to a day or one to each day from it on, of which the last takes what is left. Answers the rows that
 * show the lessons, the lessons in the order of the films, and the days that got some.
 */
export function addFilms(parts: Parts, { day, titles, isSpread, language }: Films) {
  const days = isSpread ? daysFrom(parts, day) : [day]
  const shares = days.map((id, at) => ({
    id,
    titles: isSpread ? titles.slice(at, at === days.length - 1 ? undefined : at + 1) : titles,
  }))
  let now = parts
  let edit: Edit = none
  const rows: string[] = []
  for (const share of shares) {
    const next = add(now, { kind: 'lesson', holder: share.id, titles: share.titles, language })
    if (share.titles.length === 0) continue
    now = partsAfter(now, next.edit)
    edit = { added: [...edit.added, ...next.edit.added], placed: [...edit.placed, ...next.edit.placed] }
    rows.push(...next.ids)
  }
  const lessons = edit.added.filter(({ kind }) => kind === 'lesson').map(({ id }) => id)
  return { edit, rows, lessons, days: shares.filter(share => share.titles.length > 0).map(({ id }) => id) }
}
