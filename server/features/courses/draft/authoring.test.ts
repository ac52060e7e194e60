import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'

let app: TestApp
let author: TestClient
beforeAll(async () => {
  app = await startTestApp()
  author = await app.signIn({ role: 'author' })
})
afterAll(() => app.close())

/** A film or picture of the school, ready to be shown. */
async function item(type: 1 | 2): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, files, brand_id, is_in_library, status)
      values ($1, $2, 'cup', '', '{"mp4": "video.mp4", "large": "large.webp"}', 'kurso', true, 'DONE') returning id`,
    values: [randomUUID(), type],
  })
  return rows[0]?.id ?? 0
}

const film = () => item(1)
const picture = () => item(2)
const en = (text: string) => ({ en: text })

test('a course is written from nothing: every kind of part says all that it was given once it is published [STF-02] [STF-17]', async () => {
  const { data: made } = await author.call('POST /studio/courses', {
    body: { id: randomUUID(), title: 'Tea', language: 'en' },
  })
  const params = { id: made.id }
  const { parts } = (await author.call('GET /studio/courses/:id/draft', { params })).data
  const idOf = (kind: string) => parts.find(part => part.kind === kind)?.id ?? ''
  const [course, stage, day] = [idOf('course'), idOf('stage'), idOf('day')]
  const [set, place, lesson, homework, document] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const image = await picture()
  const videos = { main: await film(), analysis: await film(), vertical: await film(), verticalAnalysis: await film() }
  const edited = await author.call('POST /studio/courses/:id/draft/edits', {
    params,
    body: {
      revision: 1,
      added: [
        { id: lesson, kind: 'lesson', parent_id: course, sort: 9, content: { title: en('Kettle') } },
        { id: set, kind: 'set', parent_id: day, sort: 1 },
        { id: place, kind: 'place', parent_id: set, sort: 0, content: { lesson } },
        { id: homework, kind: 'homework', parent_id: day, sort: 2, content: { title: en('Your cup') } },
        { id: document, kind: 'document', parent_id: course, sort: 8, content: { title: en('A map') } },
      ],
      placed: [],
    },
  })
  expect(edited.status).toBe(200)
  const written: [string, DraftFields][] = [
    [
      course,
      { shortTitle: en('T'), courseOptions: [{ id: 'heat', title: en('Heat'), values: ['Gas', '', 'Gas', 'Fire'] }] },
    ],
    [stage, { title: en('Week one') }],
    [day, { title: en('Water'), excerpt: en('Fresh'), points: 7, requiredToComplete: true, options: ['Gas'] }],
    [set, { repeatCount: 3, userRepeat: { from: 2, to: 5 } }],
    [
      lesson,
      {
        text: en('Boil **it**.'),
        videos,
        image,
        links: [{ title: en('More'), url: 'https://example.com' }],
        options: ['Fire'],
      },
    ],
    [place, { surveyFormUrl: 'https://example.com/survey' }],
    [
      homework,
      {
        text: en('Show it.'),
        points: 20,
        required: true,
        answerWith: 'exercise',
        criteria: [{ key: 'clear', text: en('It is clear') }],
        solution: en('Less is **more**.'),
      },
    ],
    [document, { url: 'https://example.com/map.pdf' }],
  ]
  for (const [part, content] of written) {
    const at = { params: { ...params, part } }
    const { revision } = (await author.call('GET /studio/courses/:id/draft/parts/:part', at)).data
    const saved = await author.call('PATCH /studio/courses/:id/draft/parts/:part', {
      ...at,
      body: { revision, content },
    })
    expect([content, saved.status]).toEqual([content, 200])
  }
  const { seal, problems } = (await author.call('GET /studio/courses/:id/draft/effects', { params })).data
  expect(problems).toEqual([])
  const published = await author.call('POST /studio/courses/:id/draft/publication', { params, body: { seal } })
  expect(published.data).toEqual({ version: 1 })

  const { rows } = await app.db.query<{ content: object }>({
    text: 'select course_content($1) as content',
    values: [made.id],
  })
  expect(rows[0]?.content).toMatchObject({
    course: {
      texts: { en: { title: 'Tea', short_title: 'T' } },
      options: [{ id: 'heat', values: ['Gas', 'Fire'], texts: { en: { title: 'Heat' } } }],
    },
    stages: [
      {
        texts: { en: { title: 'Week one' } },
        days: [
          {
            texts: { en: { title: 'Water', excerpt: 'Fresh' } },
            score: 7,
            isRequiredToComplete: true,
            options: ['Gas'],
            lessonSets: [
              {
                repeatCount: 3,
                repeatFrom: 2,
                repeatTo: 5,
                lessons: [{ surveyFormUrl: 'https://example.com/survey' }],
              },
            ],
            homeworks: [
              {
                texts: { en: { title: 'Your cup', text: 'Show it.' } },
                score: 20,
                isRequired: true,
                answerWith: 'exercise',
                criteria: [{ key: 'clear', texts: { en: { text: 'It is clear' } } }],
                staffTexts: { en: { solution: 'Less is **more**.' } },
              },
            ],
          },
        ],
      },
    ],
    lessons: [
      {
        texts: { en: { title: 'Kettle', text: 'Boil **it**.' } },
        imageId: image,
        videoId: videos.main,
        descriptionVideoId: videos.analysis,
        verticalVideoId: videos.vertical,
        verticalDescriptionVideoId: videos.verticalAnalysis,
        links: [{ url: 'https://example.com', texts: { en: { title: 'More' } } }],
        options: ['Fire'],
      },
    ],
    documents: [{ texts: { en: { title: 'A map' } }, url: 'https://example.com/map.pdf' }],
  })
})
