import { expect, test } from 'vitest'
import { checkCourse } from './check-course.ts'

const both = (en: string, ru: string) => ({ en, ru })
const tea = {
  'kurso-course': 1,
  key: 'tea',
  languages: ['en', 'ru'],
  title: both('Tea', 'Чай'),
  shortTitle: both('Tea', 'Чай'),
  shortDescription: both('All of it', 'Всё о нём'),
  category: both('Drinks', 'Напитки'),
  complexity: both('Easy', 'Легко'),
  forWhom: both('All', 'Всем'),
  questions: [{ question: both('Hot?', 'Горячий?'), answer: both('Yes', 'Да') }],
  demoVideo: { hls: 'video/demo.m3u8' },
  options: [{ id: 'place', title: both('Place', 'Место'), values: ['home'] }],
  documents: [{ title: both('Plan', 'План'), file: 'plan.pdf' }],
  lessons: [
    {
      key: 'boil',
      title: both('Boil', 'Кипятим'),
      text: both('Hot', 'Горячо'),
      links: [{ title: both('More', 'Ещё'), url: 'https://example.com' }],
      videos: { main: { mp4: 'boil.mp4' } },
    },
  ],
  stages: [
    {
      key: 'week',
      title: both('Week', 'Неделя'),
      homeworks: [
        {
          key: 'brew',
          title: both('Brew', 'Заварите'),
          criteria: [{ key: 'hot', text: both('Hot', 'Горячо') }],
          solution: both('Wait', 'Подождать'),
        },
      ],
      days: [
        {
          key: 'water',
          dayNumber: 1,
          title: both('Water', 'Вода'),
          excerpt: both('Clear', 'Чистая'),
          homeworks: [{ key: 'photo', title: both('Photo', 'Фото') }],
          lessonSets: [
            { key: 'first', userRepeat: { from: 2, to: 2 }, lessons: [{ use: 'boil' }] },
            { key: 'second', lessons: [{ key: 'pour', title: both('Pour', 'Наливаем') }] },
          ],
        },
      ],
    },
  ],
}
type Tea = typeof tea
const emptyDay = { ...tea.stages[0]!.days[0]!, homeworks: [], lessonSets: [] }

function problemsAfter(change: (course: Tea) => unknown) {
  const course = structuredClone(tea)
  change(course)
  const checked = checkCourse(course)
  return 'problems' in checked ? checked.problems.map(({ place, reason }) => ({ place, reason })) : []
}

const stage = (course: Tea) => course.stages[0]!
const day = (course: Tea) => stage(course).days[0]!
const set = (course: Tea) => day(course).lessonSets[0]!

test('a course without a mistake has no problems', () => {
  expect(problemsAfter(() => {})).toEqual([])
})

test.each<[string, (course: Tea) => object]>([
  ['title', course => course.title],
  ['shortTitle', course => course.shortTitle],
  ['shortDescription', course => course.shortDescription],
  ['category', course => course.category],
  ['complexity', course => course.complexity],
  ['forWhom', course => course.forWhom],
  ['questions[0].question', course => course.questions[0]!.question],
  ['questions[0].answer', course => course.questions[0]!.answer],
  ['stages[0].homeworks[0].solution', course => stage(course).homeworks[0]!.solution],
  ['stages[0].homeworks[0].criteria[0].text', course => stage(course).homeworks[0]!.criteria[0]!.text],
  ['options[0].title', course => course.options[0]!.title],
  ['documents[0].title', course => course.documents[0]!.title],
  ['lessons[0].text', course => course.lessons[0]!.text],
  ['lessons[0].links[0].title', course => course.lessons[0]!.links[0]!.title],
  ['stages[0].homeworks[0].title', course => stage(course).homeworks[0]!.title],
  ['stages[0].days[0].excerpt', course => day(course).excerpt],
])('%s is in each language of the course, and in no other', (place, textOf) => {
  expect(problemsAfter(course => Reflect.deleteProperty(textOf(course), 'ru'))).toEqual([
    { place: `${place}.ru`, reason: 'is missing: the course is in this language' },
  ])
  expect(problemsAfter(course => Object.assign(textOf(course), { es: 'Té' }))).toEqual([
    { place: `${place}.es`, reason: 'is in a language that the course does not name' },
  ])
})

test('a partly translated course lacks any language, but has no other', () => {
  const partly = { isPartlyTranslated: true, title: { ru: 'Чай' } }
  expect(problemsAfter(course => Object.assign(course, partly))).toEqual([])
  expect(problemsAfter(course => Object.assign(course, partly, { title: { es: 'Té' } }))).toEqual([
    { place: 'title.es', reason: 'is in a language that the course does not name' },
  ])
})

test.each<[string, string, (course: Tea) => unknown]>([
  [
    'stages[1]',
    'repeats the key week of stages[0]',
    ({ stages }) => stages.push({ ...stages[0]!, homeworks: [], days: [{ ...emptyDay, key: 'cup', dayNumber: 2 }] }),
  ],
  [
    'stages[0].days[1]',
    'repeats the key water of stages[0].days[0]',
    course => stage(course).days.push({ ...emptyDay, dayNumber: 2 }),
  ],
  [
    'stages[0].days[1]',
    'repeats the day number 1 of stages[0].days[0]',
    course => stage(course).days.push({ ...emptyDay, key: 'cup' }),
  ],
  [
    'stages[0].days[0].homeworks[0]',
    'repeats the key brew of stages[0].homeworks[0]',
    course => (day(course).homeworks[0]!.key = 'brew'),
  ],
  [
    'documents[1]',
    'repeats the key plan of documents[0]',
    course => {
      const documents = course.documents.map(document => ({ ...document, key: 'plan' }))
      course.documents = [...documents, ...documents]
    },
  ],
  [
    'stages[0].homeworks[0].criteria[1]',
    'repeats the key hot of stages[0].homeworks[0].criteria[0]',
    course => stage(course).homeworks[0]!.criteria.push(stage(course).homeworks[0]!.criteria[0]!),
  ],
  ['options[1]', 'repeats the id place of options[0]', ({ options }) => options.push(options[0]!)],
  ['lessons[1]', 'repeats the key boil of lessons[0]', ({ lessons }) => lessons.push(lessons[0]!)],
  [
    'stages[0].days[0].lessonSets[1].lessons[0]',
    'repeats the key boil of lessons[0]',
    course => Object.assign(day(course).lessonSets[1]!.lessons[0]!, { key: 'boil' }),
  ],
  [
    'stages[0].days[0].lessonSets[1]',
    'repeats the key first of stages[0].days[0].lessonSets[0]',
    course => (day(course).lessonSets[1]!.key = 'first'),
  ],
  ['demoVideo', 'needs mp4 or hls', course => Object.assign(course, { demoVideo: { poster: 'demo.webp' } })],
  [
    'lessons[0].videos.main',
    'needs mp4 or hls',
    ({ lessons }) => Object.assign(lessons[0]!.videos, { main: { poster: 'boil.webp' } }),
  ],
  [
    'stages[0].days[0].lessonSets[1].lessons[0].videos.vertical',
    'needs mp4 or hls',
    course => Object.assign(day(course).lessonSets[1]!.lessons[0]!, { videos: { vertical: {} } }),
  ],
  [
    'documents[0]',
    'needs either file or url',
    ({ documents }) => Object.assign(documents[0]!, { url: 'https://example.com' }),
  ],
  [
    'stages[0].days[0].lessonSets[0].userRepeat',
    'has from above to',
    course => Object.assign(set(course).userRepeat!, { from: 3 }),
  ],
  [
    'stages[0].days[0].lessonSets[0].lessons[0].use',
    'names no lesson: tea',
    course => Object.assign(set(course).lessons[0]!, { use: 'tea' }),
  ],
  [
    'stages[0].days[0].lessonSets[0].lessons[0].key',
    'cannot stand beside use',
    course => Object.assign(set(course).lessons[0]!, { key: 'other', surveyFormUrl: 'https://example.com' }),
  ],
  [
    'stages[0].days[0].lessonSets[1].lessons[0].title',
    'is missing',
    course => Reflect.deleteProperty(day(course).lessonSets[1]!.lessons[0]!, 'title'),
  ],
])('%s %s', (place, reason, change) => {
  expect(problemsAfter(change)).toEqual([{ place, reason }])
})

const exercise = { answerWith: 'exercise' }

test('homework asks for an exercise only where its day or stage shows one', () => {
  const reason = 'is exercise, and there is no lesson to choose'
  expect(problemsAfter(course => Object.assign(day(course).homeworks[0]!, exercise))).toEqual([])
  const withRest = (course: Tea) => {
    stage(course).days.push({ ...emptyDay, key: 'rest', dayNumber: 2 })
    Object.assign(stage(course).homeworks[0]!, exercise)
  }
  expect(problemsAfter(withRest), 'one day of the stage is enough').toEqual([])
  const without = (course: Tea) => {
    day(course).lessonSets = []
    Object.assign(day(course).homeworks[0]!, exercise)
    Object.assign(stage(course).homeworks[0]!, exercise)
  }
  expect(problemsAfter(without)).toEqual([
    { place: 'stages[0].homeworks[0].answerWith', reason },
    { place: 'stages[0].days[0].homeworks[0].answerWith', reason },
  ])
})

test('days are numbered without a gap of more than a week, or say when they open', () => {
  const numbered = (first: number, second: number) =>
    problemsAfter(course => {
      day(course).dayNumber = first
      stage(course).days.push({ ...emptyDay, key: 'cup', dayNumber: second })
    }).map(({ place }) => place)
  expect([numbered(8, 16), numbered(1, 9)]).toEqual([[], []])
  expect(numbered(9, 10)).toEqual(['stages[0].days[0].dayNumber'])
  expect(numbered(1, 10)).toEqual(['stages[0].days[1].dayNumber'])
})

test('programs tell by its rule what is wrong', () => {
  const rulesAfter = (change: (course: Tea) => unknown) => {
    const course = structuredClone(tea)
    change(course)
    const checked = checkCourse(course)
    return 'problems' in checked ? checked.problems.map(({ rule }) => rule) : []
  }
  expect(rulesAfter(course => Reflect.deleteProperty(course.title, 'ru'))).toEqual(['languages'])
  expect(rulesAfter(({ options }) => options.push(options[0]!))).toEqual(['one id'])
  expect(rulesAfter(({ documents }) => Object.assign(documents[0]!, { url: 'https://example.com' }))).toEqual([
    'file or url',
  ])
  expect(
    rulesAfter(course => {
      day(course).lessonSets = []
      Object.assign(day(course).homeworks[0]!, exercise)
    }),
  ).toEqual(['exercises'])
  expect(
    rulesAfter(course => {
      Object.assign(day(course), { opensAfterDays: 5 })
      stage(course).days.push({ ...emptyDay, key: 'cup', dayNumber: 2 })
    }),
  ).toEqual(['openings'])
})

test('a link stands for a document’s file', () => {
  expect(
    problemsAfter(course => {
      course.documents = [Object.assign({ title: both('Plan', 'План') }, { url: 'https://example.com' }) as never]
    }),
  ).toEqual([])
})

test('what a course leaves out is filled in', () => {
  const { 'kurso-course': _, key, languages, title, stages } = tea
  const [{ title: week, days }] = stages as [Tea['stages'][0]]
  const bare = { key, languages, title }
  const pictured = { image: { large: 'l.webp' }, background: { large: 'l.webp', medium: 'm.webp' } }
  const lessonSets = [{ lessons: [{ title: both('Boil', 'Кипятим'), videos: { main: { hls: 'a.m3u8' } } }] }]
  const checked = checkCourse({
    'kurso-course': 1,
    ...bare,
    ...pictured,
    stages: [
      { title: week, days: [{ dayNumber: 4, title: days[0]?.title, homeworks: [{ title: week }], lessonSets }] },
    ],
  })
  const absent = {
    shortTitle: null,
    shortDescription: null,
    alias: null,
    forWhom: null,
    questions: [],
    category: null,
    categoryId: null,
    complexity: null,
    licence: null,
    attribution: null,
    consultationLimit: null,
    demoVideo: null,
    options: [],
    documents: [],
  }
  const video = { mp4: null, hls: 'a.m3u8', poster: null, duration: null, subtitles: {} }
  expect('course' in checked && checked.course).toEqual({
    ...bare,
    ...absent,
    isPartlyTranslated: false,
    isDemoDocumentsAccessible: true,
    isDemoExpertMessageEnabled: true,
    isDemoUserMessageEnabled: true,
    isDemoOfflineModeAccessible: true,
    image: { large: 'l.webp', medium: 'l.webp', small: 'l.webp' },
    background: { large: 'l.webp', medium: 'm.webp', small: 'm.webp' },
    lessons: [
      {
        key: 'day-4-lesson-1',
        title: both('Boil', 'Кипятим'),
        text: null,
        links: [],
        options: [],
        image: null,
        videos: { main: video, analysis: null, vertical: null, verticalAnalysis: null },
      },
    ],
    stages: [
      {
        key: 'stage-1',
        title: week,
        homeworks: [],
        days: [
          {
            key: 'day-4',
            dayNumber: 4,
            opensAfterDays: 3,
            dayOfRest: false,
            title: days[0]?.title,
            excerpt: null,
            requiredToComplete: false,
            selfieRequired: false,
            isDemoAccessible: false,
            finishTotalTime: 0,
            points: 0,
            options: [],
            homeworks: [
              {
                key: 'day-4-homework-1',
                title: week,
                text: null,
                criteria: [],
                solution: null,
                answerWith: 'any',
                selfieRequired: false,
                required: false,
                isDemoAccessible: false,
                points: 0,
              },
            ],
            lessonSets: [
              {
                key: 'set-1',
                repeatCount: 1,
                userRepeat: null,
                lessons: [{ use: 'day-4-lesson-1', surveyFormUrl: null }],
              },
            ],
          },
        ],
      },
    ],
  })
})
