import type { MediaRow } from '#server/features/media/media-row.ts'
import type { CourseParts } from './course-parts.ts'
import { textIn } from './course-text.ts'
import { type CourseTree, groupedBy, type Texts } from './course-tree.ts'

/** A course's tree as one answer sees it: in one language, with what is asked for. */
export type CourseView = ReturnType<typeof courseView>

export function courseView(tree: CourseTree, language: string, parts: CourseParts) {
  const mediaById = new Map(tree.media.map(item => [item.id, item]))
  return {
    tree,
    parts,
    text: (texts: Texts, field: string) => textIn(texts, field, language, tree.course.languages),
    media<Wire>(id: number | null, write: (media: MediaRow) => Wire): Wire | null {
      const media = id === null ? undefined : mediaById.get(id)
      return media ? write(media) : null
    },
    daysByStage: groupedBy(tree.days, day => day.stageId),
    setsByDay: groupedBy(parts.lessonSets ? tree.lessonSets : [], set => set.dayId),
    lessonsBySet: groupedBy(parts.lessonSets ? tree.setLessons : [], lesson => lesson.lessonSetId),
  }
}
