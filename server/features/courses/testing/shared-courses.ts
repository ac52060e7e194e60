import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

type Texts = Record<string, string>
type Section = { title: string; body: string }
type Homework = { required: boolean; text: Texts }
type Tutorial = {
  title: Texts
  shortDescription: Texts
  languages: string[]
  licence: string
  attribution: string
  stages: {
    title: Texts
    days: {
      dayNumber: number
      dayOfRest: boolean
      title: Texts
      lessons?: Record<string, Section[]>
      lessons_aligned_across_languages?: boolean
      homework?: Homework | null
    }[]
  }[]
}
type Exercise = { id: string; name: string; level: string; category: string; instructions: string[] }
type Programme = {
  title: Texts
  languages: string[]
  licence: string
  source: string
  stages: {
    title: Texts
    stageHomework: Homework
    days: {
      dayNumber: number
      dayOfRest: boolean
      title: Texts
      required_to_complete?: number
      lessonSets: {
        repeatCount: number
        userRepeat: { from: number; to: number } | null
        lessons: { exercise: string }[]
      }[]
    }[]
  }[]
}
type WrittenDay = WrittenCourse['stages'][number]['days'][number]
type WrittenLesson = NonNullable<WrittenDay['lessonSets']>[number]['lessons'][number]

const clip = { mp4: 'media/wpt-movie_5.mp4' }
const longClip = {
  mp4: 'media/wpt-movie_300.mp4',
  subtitles: {
    en: 'subtitles/made/counting-300.en.vtt',
    ru: 'subtitles/made/counting-300.ru.vtt',
    es: 'subtitles/made/counting-300.es.vtt',
  },
}

function fromEach(languages: readonly string[], text: (language: string) => string | undefined): Texts {
  return Object.fromEntries(
    languages.flatMap(language => {
      const found = text(language)?.trim()
      return found ? [[language, found]] : []
    }),
  )
}

export const djangoGirls = () => sharedData<Tutorial>('courses/django-girls.json')
export const exercises = () => sharedData<{ licence: string; exercises: Exercise[] }>('courses/exercises.json')
export const programme = () => sharedData<Programme>('courses/programme-4-weeks.json')

/** The tutorial; a chapter whose translations have other sections is one lesson, whole in each language. */
export function djangoGirlsCourse(): WrittenCourse {
  const { title, shortDescription, languages, licence, attribution, stages } = djangoGirls()
  let isFirst = true
  const lessonsOf = (day: Tutorial['stages'][number]['days'][number]): WrittenLesson[] => {
    const sections = day.lessons ?? {}
    const isAligned = day.lessons_aligned_across_languages ?? true
    const count = isAligned ? (sections['en']?.length ?? 0) : 1
    return Array.from({ length: count }, (_, index) => {
      const video = isFirst ? longClip : clip
      isFirst = false
      const text = fromEach(languages, language =>
        isAligned
          ? sections[language]?.[index]?.body
          : sections[language]?.map(section => `## ${section.title}\n\n${section.body}`).join('\n\n'),
      )
      return {
        title: isAligned ? fromEach(languages, language => sections[language]?.[index]?.title) : day.title,
        ...(Object.keys(text).length > 0 && { text }),
        videos: { main: video },
      }
    })
  }
  return {
    'kurso-course': 1,
    key: 'django-girls',
    languages,
    isPartlyTranslated: true,
    title,
    shortDescription,
    licence,
    attribution,
    stages: stages.map(stage => ({
      title: stage.title,
      days: stage.days.map((day): WrittenDay => {
        const lessons = lessonsOf(day)
        return {
          dayNumber: day.dayNumber,
          dayOfRest: day.dayOfRest,
          title: day.title,
          points: day.dayOfRest ? 0 : 10,
          ...(lessons.length > 0 && !day.dayOfRest && { lessonSets: [{ lessons }] }),
          ...(day.homework && {
            homeworks: [{ title: day.title, text: day.homework.text, required: day.homework.required }],
          }),
        }
      }),
    })),
  }
}

function exerciseKey(id: string): string {
  return id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function exerciseLesson({ id, name, level, instructions }: Exercise) {
  const text = instructions.map((step, index) => `${index + 1}. ${step}`).join('\n')
  return {
    key: exerciseKey(id),
    title: { en: name },
    ...(text && { text: { en: text } }),
    options: [level],
    videos: { main: clip },
  }
}

/** All exercises as a course: a stage for each category, a day for every ten. */
export function exercisesCourse(): WrittenCourse {
  const { licence, exercises: all } = exercises()
  const categories = [...new Set(all.map(({ category }) => category))]
  let dayNumber = 0
  return {
    'kurso-course': 1,
    key: 'exercises',
    languages: ['en'],
    title: { en: 'Exercises' },
    licence,
    options: [{ id: 'level', title: { en: 'Level' }, values: [...new Set(all.map(({ level }) => level))] }],
    stages: categories.map(category => {
      const inCategory = all.filter(exercise => exercise.category === category)
      return {
        title: { en: category },
        days: Array.from({ length: Math.ceil(inCategory.length / 10) }, (_, index): WrittenDay => {
          dayNumber += 1
          const lessons = inCategory.slice(index * 10, index * 10 + 10).map(exerciseLesson)
          return { dayNumber, title: { en: `${category} ${index + 1}` }, lessonSets: [{ lessons }] }
        }),
      }
    }),
  }
}

/** The four weeks, their lessons taken from the exercises. */
export function programmeCourse(): WrittenCourse {
  const { title, languages, licence, source, stages } = programme()
  const used = new Set(
    stages.flatMap(({ days }) =>
      days.flatMap(({ lessonSets }) => lessonSets.flatMap(({ lessons }) => lessons.map(({ exercise }) => exercise))),
    ),
  )
  return {
    'kurso-course': 1,
    key: 'four-weeks',
    languages,
    title,
    licence,
    attribution: source,
    lessons: exercises()
      .exercises.filter(({ id }) => used.has(id))
      .map(exerciseLesson),
    stages: stages.map(stage => ({
      title: stage.title,
      homeworks: [
        { title: stage.title, text: stage.stageHomework.text, required: stage.stageHomework.required, points: 50 },
      ],
      days: stage.days.map(
        (day): WrittenDay => ({
          dayNumber: day.dayNumber,
          dayOfRest: day.dayOfRest,
          title: day.title,
          requiredToComplete: day.required_to_complete === 1,
          points: day.dayOfRest ? 0 : 10,
          lessonSets: day.lessonSets.map(({ repeatCount, userRepeat, lessons }) => ({
            repeatCount,
            ...(userRepeat && { userRepeat }),
            lessons: lessons.map(({ exercise }) => ({ use: exerciseKey(exercise) })),
          })),
        }),
      ),
    })),
  }
}
