import type { CourseTree, Texts } from './course-tree.ts'

/**
 * What a demo without full access may read of a course: the order and the titles of everything, and the content only of the
 * days, homework and documents that belong to the demo.
 */
export function demoPart(tree: CourseTree): CourseTree {
  const openDays = new Set(tree.days.filter(day => day.isDemoAccessible).map(({ id }) => id))
  const openSets = new Set(tree.lessonSets.filter(set => openDays.has(set.dayId)).map(({ id }) => id))
  const setLessons = tree.setLessons.filter(place => openSets.has(place.lessonSetId))
  const openLessons = new Set(setLessons.map(place => place.lessonId))
  return {
    ...tree,
    setLessons,
    lessons: tree.lessons.filter(({ id }) => openLessons.has(id)),
    homeworks: tree.homeworks.map(row => (row.isDemoAccessible ? row : { ...row, texts: onlyTitles(row.texts) })),
    documents: tree.course.isDemoDocumentsAccessible
      ? tree.documents
      : tree.documents.map(row => ({ ...row, url: null, mediaId: null })),
  }
}

/** Texts of which only the titles remain, in every language. */
export function onlyTitles(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([language, { title = '' }]) => [language, { title }]))
}
