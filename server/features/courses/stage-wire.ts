import type { DayWire, StageWire } from '#shared/features/courses/contract.ts'
import type { DayRow, HomeworkRow } from './course-tree.ts'
import type { CourseView } from './course-view.ts'

/** A stage as the contract has it; only what is asked for is computed. */
export function stagesWire(view: CourseView): StageWire[] {
  const { tree, parts, text, daysByStage } = view
  return tree.stages.map(({ id, sort, texts }) => ({
    id,
    sort,
    title: text(texts, 'title'),
    day_ids: (daysByStage.get(id) ?? []).map(row => row.id),
    ...(parts.days && { days: daysWire(view, id) }),
    ...(parts.stageHomeworks && {
      course_stage_homeworks: tree.homeworks
        .filter(({ stageId, dayId }) => stageId === id && dayId === null)
        .map(row => homeworkWire(view, row)),
    }),
  }))
}

export function daysWire(view: CourseView, stageId: number): DayWire[] {
  return (view.daysByStage.get(stageId) ?? []).map(row => dayWire(view, row))
}

/** A day as the contract has it. */
export function dayWire(view: CourseView, row: DayRow): DayWire {
  const { tree, parts, text } = view
  return {
    id: row.id,
    stage_id: row.stageId,
    day_number: row.dayNumber,
    opens_after_days: row.opensAfterDays,
    day_of_rest: row.isRest,
    title: text(row.texts, 'title'),
    excerpt: text(row.texts, 'excerpt'),
    finish_total_time: row.finishTotalTimeSeconds,
    required_to_complete: row.isRequiredToComplete ? 1 : 0,
    isDemoAccessible: row.isDemoAccessible,
    isOpenByTimeDelay: true,
    banner_ids: [],
    ...(parts.dayOptions && { course_options: row.options }),
    ...(parts.scores && { scores: scoresOf(row.score) }),
    ...(parts.lessonSets && { lesson_sets: lessonSetsWire(view, row.id) }),
    ...(parts.dayHomeworks && {
      stage_day_homeworks: tree.homeworks
        .filter(({ dayId }) => dayId === row.id)
        .map(homework => homeworkWire(view, homework)),
    }),
  }
}

function lessonSetsWire({ setsByDay, lessonsBySet }: CourseView, dayId: number): DayWire['lesson_sets'] {
  return (setsByDay.get(dayId) ?? []).map(({ id, sort, repeatCount, repeatFrom, repeatTo }) => ({
    id,
    sort,
    repeat_count: repeatCount,
    user_repeat: repeatFrom === null || repeatTo === null ? null : { from: repeatFrom, to: repeatTo },
    lessons: (lessonsBySet.get(id) ?? []).map(lesson => ({
      id: lesson.id,
      lesson_id: lesson.lessonId,
      sort: lesson.sort,
      survey_form_url: lesson.surveyFormUrl,
    })),
  }))
}

function homeworkWire({ parts, text }: CourseView, row: HomeworkRow) {
  return {
    id: row.id,
    isDemoAccessible: row.isDemoAccessible,
    is_required: row.isRequired ? 1 : 0,
    homework: {
      id: row.id,
      title: text(row.texts, 'title'),
      text: text(row.texts, 'text'),
      answer_with: row.answerWith,
      is_selfie_required: row.isSelfieRequired,
      ...(parts.homeworkScores && { scores: scoresOf(row.score) }),
    },
  }
}

function scoresOf(score: number) {
  return score > 0 ? [{ amount: score }] : []
}
