import type { LessonStatistic } from '../forms.ts'

export const watched: LessonStatistic = {
  dayId: 10,
  streamId: 4,
  lessonId: 5,
  viewedSeconds: 20,
  playCount: 1,
  dayStatus: 'started',
  dayStatusId: 7,
  positionSeconds: 31,
  film: { id: 9, seconds: [{ from: 11, until: 31 }] },
}
