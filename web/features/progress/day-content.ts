import type { Course, Day, Lesson, LessonSet, Stage } from '#shared/features/courses/forms.ts'
import { isWatched as isLessonWatched } from '#shared/features/progress/rules.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'

export type LessonPlace = LessonSet['lessons'][number] & { lesson: Lesson }

/** A lesson set with its lessons looked up. */
export type DaySet = { set: LessonSet; places: LessonPlace[] }

/** A day by its number, with its stage and the day after it. */
export function dayAt(
  course: Course,
  dayNumber: number,
): { day: Day; stage: Stage; next: Day | undefined } | undefined {
  const all = course.stages.flatMap(stage => stage.days.map(day => ({ day, stage })))
  const index = all.findIndex(({ day }) => day.dayNumber === dayNumber)
  const found = all[index]
  return found && { ...found, next: all[index + 1]?.day }
}

/** The day's lesson sets in order. Lessons that do not exist, and sets left empty, are dropped. */
export function setsOf(day: Day, lessons: ReadonlyMap<number, Lesson>): DaySet[] {
  const sets = day.lessonSets.map(set => ({
    set,
    places: set.lessons.flatMap(place => {
      const lesson = lessons.get(place.lessonId)
      return lesson ? [{ ...place, lesson }] : []
    }),
  }))
  return sets.filter(({ places }) => places.length > 0)
}

export function hasVideo(lesson: Lesson): boolean {
  const { localVideoFile, localDescriptionVideoFile, verticalVideo, verticalDescriptionVideo } = lesson
  return Boolean(localVideoFile ?? localDescriptionVideoFile ?? verticalVideo ?? verticalDescriptionVideo)
}

function hasContent(lesson: Lesson): boolean {
  return hasVideo(lesson) || lesson.text.trim() !== '' || lesson.links.length > 0
}

/** Whether a working day has nothing to watch, read or hand in: an author's mistake. */
export function isIncorrectlyFilled(day: Day, sets: readonly DaySet[]): boolean {
  const isEmpty = sets.every(({ places }) => places.every(({ lesson }) => !hasContent(lesson)))
  return isEmpty && day.dayHomeworks.length === 0
}

/** Whether the learner has watched a lesson. */
export function isWatched(place: LessonPlace, statuses: StreamStatusRecord['lessons']): boolean {
  return isLessonWatched(statuses.get(place.id)?.viewedSeconds ?? 0, place.lesson.delay / 1000)
}

/** How many films of a day there are, and how many of them the learner has watched; one that stands in several sets counts once. */
export function filmsOf(
  sets: readonly DaySet[],
  statuses: StreamStatusRecord['lessons'],
): { watched: number; count: number } {
  const places = sets.flatMap(set => set.places).filter(({ lesson }) => hasVideo(lesson))
  const watched = places.filter(place => isWatched(place, statuses))
  const count = (some: readonly LessonPlace[]) => new Set(some.map(({ lesson }) => lesson.id)).size
  return { watched: count(watched), count: count(places) }
}

export function pointsOf(day: Day): number {
  return day.scores.reduce((sum, { amount }) => sum + amount, 0)
}
