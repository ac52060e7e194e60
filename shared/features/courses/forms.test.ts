import { describe, expect, test } from 'vitest'
import type { VideoWire } from '#shared/features/media/contract.ts'
import type { CourseWire, DayWire, LessonWire, StageWire } from './contract.ts'
import { courseFromWire, dayFromWire, lessonFromWire, stageFromWire } from './forms.ts'

const video = (id: number, type = 'video'): VideoWire => ({
  id,
  type,
  created_at: 1_700_000_000,
  duration: 61.5,
  url: null,
  m3u8: null,
  mp4: `/media/${id}.mp4`,
  preview: null,
  width: null,
  height: null,
  subtitles: [],
})

const lesson: LessonWire = {
  id: 3,
  title: 'Наклоны (разбор)',
  image_url: null,
  video_length: 61.5,
  text: '# Hello',
  links: [{ title: 'Site', url: 'https://example.com' }],
  training_options: ['beginner'],
  local_video_file: video(31),
  local_description_video_file: video(32),
  vertical_video: video(33),
  vertical_description_video: null,
}

const homework = {
  id: 61,
  isDemoAccessible: true,
  is_required: 2,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_001,
  homework: {
    id: 62,
    title: 'Photo',
    text: 'Send one',
    answer_with: 'file' as const,
    is_selfie_required: true,
    scores: [{ amount: 5 }],
  },
}

const day: DayWire = {
  id: 21,
  stage_id: 2,
  day_number: 4,
  opens_after_days: 3,
  day_of_rest: false,
  title: 'Day four',
  excerpt: 'Take&nbsp;it easy',
  finish_total_time: 90,
  required_to_complete: 1,
  is_selfie_required: true,
  isDemoAccessible: true,
  isOpenByTimeDelay: false,
  banner_ids: [8],
  course_options: ['beginner'],
  scores: [{ amount: 10 }],
  lesson_sets: [
    { id: 2, sort: 2, repeat_count: 1, user_repeat: null, lessons: [] },
    {
      id: 1,
      sort: 1,
      repeat_count: 3,
      user_repeat: { from: 1, to: 5 },
      lessons: [
        { id: 12, lesson_id: 5, sort: 2, survey_form_url: null },
        { id: 11, lesson_id: 3, sort: 1, survey_form_url: 'https://forms.example/1' },
      ],
    },
  ],
  stage_day_homeworks: [homework],
}

const stage: StageWire = {
  id: 2,
  sort: 1,
  title: 'First week',
  day_ids: [21, 22],
  days: [{ ...day, id: 22, day_number: 5 }, day],
  course_stage_homeworks: [{ ...homework, id: 63, is_required: 0 }],
}

const course: CourseWire = {
  id: 1,
  version: 7,
  category_id: 12,
  category: 'Back',
  complexity: 'Easy',
  title: 'A healthy back',
  short_title: 'Back',
  short_description: 'For&nbsp;all\u00a0who&#160;sit',
  licence: '',
  attribution: '',
  image: { large: '/l.jpg', medium: '/m.jpg', small: '/s.jpg' },
  background: null,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_060,
  consultationLimit: 3,
  days_count: 2,
  stage_ids: [2],
  offer_ids: [90],
  isDemoDocumentsAccessible: false,
  isDemoExpertMessageEnabled: false,
  isDemoUserMessageEnabled: false,
  isDemoOfflineModeAccessible: false,
  demo_video: video(99),
  course_options: [{ id: 'level', title: 'Level', trainingLessonOptionValues: ['beginner'] }],
  training_options: [],
  documents: [
    { id: 1, title: 'Plan', url: 'https://example.com/plan.pdf', file: null },
    { id: 2, title: 'Gone', url: null, file: null },
    { id: 3, title: 'Menu', url: null, file: { type: 'pdf', url: '/files/3.pdf', fileName: 'menu.pdf' } },
    { id: 4, title: 'Blank', url: '', file: null },
  ],
  stages: [stage],
  lessons: [lesson],
}

const never = (message: string) => {
  throw new Error(message)
}

describe('a course', () => {
  test('has its tags, caption, excerpt, times and trees under client names [CRS-01]', () => {
    const known = courseFromWire(course, never)
    expect(known).toMatchObject({
      id: 1,
      version: 7,
      tags: ['Back', 'Easy'],
      caption: 'Back',
      title: 'A healthy back',
      excerpt: 'For all who sit',
      image: { large: '/l.jpg', medium: '/m.jpg', small: '/s.jpg' },
      background: undefined,
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_060_000,
      consultationLimit: 3,
      categoryId: 12,
      courseOptions: [{ id: 'level', title: 'Level', trainingLessonOptionValues: ['beginner'] }],
      stageIds: [2],
      lessonIds: [3],
      offerIds: [90],
      isDemoDocumentsAccessible: false,
      isDemoExpertMessageEnabled: false,
      isDemoUserMessageEnabled: false,
      isDemoOfflineModeAccessible: false,
    })
    expect(known.demoVideo?.id).toBe(99)
    expect(known.stages[0]?.days.map(({ id }) => id)).toEqual([21, 22])
  })

  test('keeps only documents that lead somewhere [CRS-01]', () => {
    expect(courseFromWire(course, never).documents).toEqual([
      { id: 1, title: 'Plan', url: 'https://example.com/plan.pdf', file: undefined },
      { id: 3, title: 'Menu', url: undefined, file: { type: 'pdf', url: '/files/3.pdf', fileName: 'menu.pdf' } },
    ])
  })

  test('has no tags for what it lacks [CRS-01]', () => {
    expect(courseFromWire({ ...course, category: null, complexity: '' }, never).tags).toEqual([])
  })

  test('has nothing in the parts that it lacks, and a demo allows everything it does not forbid [CRS-01]', () => {
    const { id, version, title, created_at, updated_at, days_count } = course
    const wire = { id, version, title, created_at, updated_at, days_count } as CourseWire
    expect(courseFromWire(wire, never)).toEqual({
      id,
      version,
      title,
      tags: [],
      caption: '',
      excerpt: '',
      licence: '',
      attribution: '',
      image: undefined,
      background: undefined,
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_060_000,
      consultationLimit: undefined,
      categoryId: undefined,
      courseOptions: [],
      trainingOptions: [],
      documents: [],
      daysCount: 2,
      stageIds: [],
      lessonIds: [],
      stages: [],
      lessons: [],
      demoVideo: undefined,
      offerIds: [],
      isDemoDocumentsAccessible: true,
      isDemoExpertMessageEnabled: true,
      isDemoUserMessageEnabled: true,
      isDemoOfflineModeAccessible: true,
    })
  })

  test('has its stages in order, listed even where the server does not list them [CRS-01]', () => {
    const stages = [
      { ...stage, id: 4, sort: 2 },
      { ...stage, id: 3, sort: 1 },
    ]
    const { stage_ids: _, ...wire } = {
      ...course,
      stages,
      background: course.image,
      licence: 'CC BY',
      attribution: 'Ann',
    }
    expect(courseFromWire(wire as CourseWire, never)).toMatchObject({
      stageIds: [3, 4],
      stages: [{ id: 3 }, { id: 4 }],
      background: course.image,
      licence: 'CC BY',
      attribution: 'Ann',
    })
  })
})

test('a stage has its days in order and the homeworks of itself and of them [CRS-02]', () => {
  const known = stageFromWire(stage)
  expect(known).toMatchObject({ id: 2, sort: 1, title: 'First week', dayIds: [21, 22], stageHomeworkIds: [63] })
  expect(known.days.map(({ dayNumber }) => dayNumber)).toEqual([4, 5])
  expect(known.stageHomeworks[0]).toMatchObject({
    homeworkId: 62,
    isRequired: false,
    answerWith: 'file',
    isSelfieRequired: true,
  })
  expect(known.dayHomeworks.map(({ id }) => id)).toEqual([61, 61])
  expect([known.requestDays, known.requestHomeworks]).toEqual([true, true])
  const { day_ids: _, ...unlisted } = stage
  expect(stageFromWire(unlisted as StageWire).dayIds).toEqual([21, 22])
  const { id, sort, title } = stage
  expect(stageFromWire({ id, sort, title } as StageWire)).toEqual({
    id,
    sort,
    title,
    dayIds: [],
    stageHomeworkIds: [],
    stageHomeworks: [],
    dayHomeworks: [],
    days: [],
    requestDays: false,
    requestHomeworks: false,
  })
})

describe('a day', () => {
  test('has its sets and their lessons sorted, and its time in ms [CRS-03]', () => {
    expect(dayFromWire(day)).toEqual({
      id: 21,
      stageId: 2,
      dayNumber: 4,
      opensAfterDays: 3,
      dayOfRest: false,
      title: 'Day four',
      excerpt: 'Take it easy',
      finishTotalTime: 90_000,
      isRequiredToComplete: true,
      isSelfieRequired: true,
      courseOptions: ['beginner'],
      scores: [{ amount: 10 }],
      dayHomeworkIds: [61],
      dayHomeworks: [
        {
          id: 61,
          isDemoAccessible: true,
          isRequired: true,
          createdAt: 1_700_000_000_000,
          updatedAt: 1_700_000_001_000,
          homeworkId: 62,
          title: 'Photo',
          text: 'Send one',
          answerWith: 'file',
          isSelfieRequired: true,
          scores: [{ amount: 5 }],
        },
      ],
      bannerIds: [8],
      lessonSets: [
        {
          id: 1,
          sort: 1,
          repeatCount: 3,
          userRepeat: { from: 1, to: 5 },
          lessons: [
            { id: 11, lessonId: 3, sort: 1, surveyFormUrl: 'https://forms.example/1' },
            { id: 12, lessonId: 5, sort: 2, surveyFormUrl: undefined },
          ],
        },
        { id: 2, sort: 2, repeatCount: 1, userRepeat: undefined, lessons: [] },
      ],
      isDemoAccessible: true,
      isOpenByTimeDelay: false,
    })
  })

  test.each([
    [0, false],
    [1, true],
    [2, false],
  ])('required to complete %i: %s [CRS-03]', (value, isRequired) => {
    expect(dayFromWire({ ...day, required_to_complete: value }).isRequiredToComplete).toBe(isRequired)
  })

  test('opens by time delay unless it says otherwise, and has nothing in the parts that it lacks [CRS-03]', () => {
    const { id, stage_id, day_number, opens_after_days, day_of_rest, title, required_to_complete } = day
    const wire = { id, stage_id, day_number, opens_after_days, day_of_rest, title, required_to_complete }
    expect(dayFromWire(wire as DayWire)).toEqual({
      id,
      stageId: 2,
      dayNumber: 4,
      opensAfterDays: 3,
      dayOfRest: false,
      title,
      isRequiredToComplete: true,
      isSelfieRequired: false,
      isOpenByTimeDelay: true,
      isDemoAccessible: false,
      excerpt: '',
      finishTotalTime: 0,
      courseOptions: [],
      scores: [],
      dayHomeworkIds: [],
      dayHomeworks: [],
      bannerIds: [],
      lessonSets: [],
    })
    const { scores: _, ...unpaid } = homework.homework
    const withHomework = { ...day, stage_day_homeworks: [{ ...homework, homework: unpaid }] }
    expect(dayFromWire(withHomework as DayWire).dayHomeworks[0]?.scores).toEqual([])
  })
})

describe('a lesson', () => {
  test('has its length in ms, its texts and its four slots [CRS-04]', () => {
    const known = lessonFromWire(lesson, never)
    expect(known).toMatchObject({ id: 3, title: 'Наклоны', subtitle: 'разбор', delay: 61_500, text: '# Hello' })
    const { localVideoFile, localDescriptionVideoFile, verticalVideo, verticalDescriptionVideo } = known
    expect([localVideoFile?.id, localDescriptionVideoFile?.id, verticalVideo?.id]).toEqual([31, 32, 33])
    expect(verticalDescriptionVideo).toBeUndefined()
    expect(localVideoFile?.duration).toBe(61_500)
  })

  test('has its picture and options, or none [CRS-04]', () => {
    const pictured = lessonFromWire({ ...lesson, image_url: '/3.webp' }, never)
    expect(pictured).toMatchObject({ imageUrl: '/3.webp', trainingOptions: ['beginner'], links: lesson.links })
    expect(lessonFromWire({ id: 3, title: 'Наклоны' } as LessonWire, never)).toEqual({
      id: 3,
      title: 'Наклоны',
      subtitle: undefined,
      imageUrl: undefined,
      delay: 0,
      text: '',
      links: [],
      trainingOptions: [],
      localVideoFile: undefined,
      localDescriptionVideoFile: undefined,
      verticalVideo: undefined,
      verticalDescriptionVideo: undefined,
    })
  })

  test('leaves a slot without a video empty, and says so [CRS-04]', () => {
    const warnings: string[] = []
    const wire = {
      ...lesson,
      local_video_file: video(31, 'sound'),
      local_description_video_file: video(32, 'sound'),
      vertical_video: video(33, 'image'),
      vertical_description_video: video(34, 'image'),
    }
    const known = lessonFromWire(wire, message => warnings.push(message))
    expect(known.verticalVideo).toBeUndefined()
    expect(warnings).toEqual([
      'Lesson 3: local_video_file is of type sound, not video',
      'Lesson 3: local_description_video_file is of type sound, not video',
      'Lesson 3: vertical_video is of type image, not video',
      'Lesson 3: vertical_description_video is of type image, not video',
    ])
  })
})
