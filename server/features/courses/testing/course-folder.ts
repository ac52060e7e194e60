import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { WrittenCourse } from '#shared/features/courses/course-format.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A folder with a course file and, as `media` and `subtitles`, the test data's clips; `remove` deletes it. */
export async function courseFolder(course: WrittenCourse | object) {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-course-'))
  for (const name of ['media', 'subtitles']) await symlink(join(sharedDataFolder, name), join(folder, name))
  const file = join(folder, 'course.json')
  const write = (changed: object) => writeFile(file, JSON.stringify(changed))
  await write(course)
  return {
    folder,
    file,
    write,
    async add(path: string, content: string) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    },
    /** A picture of one pixel, as `path`. */
    addPicture: (path: string) => writeFile(join(folder, path), Buffer.from(pixel, 'base64')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const both = (en: string, ru: string) => ({ en, ru })

/** A small whole course: two stages, a rest day, lessons with text and links, homework, a document, all kinds of media. */
export function smallCourse(): WrittenCourse {
  return {
    'kurso-course': 1,
    key: 'small',
    languages: ['en', 'ru'],
    title: both('Small course', 'Маленький курс'),
    shortTitle: both('Small', 'Малый'),
    category: both('Health', 'Здоровье'),
    licence: 'CC0-1.0',
    attribution: 'Made for a test',
    options: [{ id: 'level', title: both('Level', 'Уровень'), values: ['easy', 'hard'] }],
    documents: [
      { key: 'site', title: both('Site', 'Сайт'), url: 'https://example.com/a' },
      { key: 'notes', title: both('Notes', 'Заметки'), file: 'notes.txt' },
    ],
    lessons: smallLessons(),
    stages: smallStages(),
  }
}

function smallLessons(): WrittenCourse['lessons'] {
  return [
    {
      key: 'intro',
      title: both('Introduction', 'Введение'),
      text: both('**Hello**', '**Привет**'),
      links: [{ title: both('More', 'Ещё'), url: 'https://example.com/more' }],
      options: ['easy'],
      videos: {
        main: {
          mp4: 'media/wpt-movie_5.mp4',
          hls: 'media/hls/master.m3u8',
          subtitles: { en: 'subtitles/made/counting-300.en.vtt' },
        },
        vertical: { mp4: 'media/vertical-360x640.mp4' },
      },
    },
    { key: 'second', title: both('Second', 'Второй'), videos: { main: { mp4: 'media/rotated-by-metadata.mp4' } } },
  ]
}

/** What no learner may read. */
export const hiddenSolution = 'The hidden solution'

function smallStages(): WrittenCourse['stages'] {
  return [
    {
      key: 'first-week',
      title: both('Week 1', 'Неделя 1'),
      homeworks: [
        {
          key: 'video',
          title: both('A video', 'Видео'),
          answerWith: 'file',
          selfieRequired: true,
          required: true,
          points: 20,
          criteria: [{ key: 'seen', text: both('All of you is seen', 'Вас видно целиком') }],
          solution: both(hiddenSolution, `${hiddenSolution} (ru)`),
        },
      ],
      days: [
        {
          dayNumber: 1,
          options: ['hard'],
          title: both('Day 1', 'День 1'),
          points: 10,
          isDemoAccessible: true,
          lessonSets: [
            { repeatCount: 2, userRepeat: { from: 1, to: 3 }, lessons: [{ use: 'intro' }, { use: 'second' }] },
          ],
          homeworks: [{ key: 'photo', title: both('A photo', 'Фото') }],
        },
        { dayNumber: 2, dayOfRest: true, title: both('Rest', 'Отдых') },
      ],
    },
    {
      key: 'second-week',
      title: both('Week 2', 'Неделя 2'),
      days: [{ dayNumber: 3, title: both('Day 3', 'День 3'), lessonSets: [{ lessons: [{ use: 'second' }] }] }],
    },
  ]
}
