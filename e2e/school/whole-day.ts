import { readFileSync } from 'node:fs'
import { chatOf, fillChat } from './chat-people.ts'
import { addFilm, addStored } from './film-course.ts'
import { newHomework } from './homework-course.ts'
import { type Person, withDatabase } from './people.ts'

const card = new URL('../../demo/courses/morning-practice/documents/practice-card.pdf', import.meta.url)
const subtitles = 'WEBVTT\n\n00:00.000 --> 00:20.000\nBreathe in\n'
const picture = readFileSync(new URL('../clips/poster.jpg', import.meta.url))

export type WholeDay = Person & { homeworkId: number; chatId: number; film: string; messages: number }

/**
 * A learner whose first day has all that one can have: a film with subtitles, a text and a picture, a document of the course, a
 * homework with a selfie, and a chat of which they have read the beginning.
 */
export async function newWholeDay(): Promise<WholeDay> {
  const { ids, ...person } = await newHomework([{ title: 'Show how you stand', answerWith: 'message', selfie: true }])
  const chatId = await chatOf(person.streamId)
  // Of every three the last is an expert’s.
  const messages = 39
  await fillChat(chatId, messages)
  const film = await withDatabase(async client => {
    await client.query('update chats set learner_seen = 5 where id = $1', [chatId])
    const { rows } = await client.query<{ courseId: string; dayId: string }>(
      `select d.course_id as "courseId", d.id as "dayId" from course_days d join user_streams s using (course_id)
        where s.id = $1 and d.day_number = 1`,
      [person.streamId],
    )
    const [courseId, dayId] = [Number(rows[0]?.courseId), Number(rows[0]?.dayId)]
    const pdf = await addStored(client, {
      type: 4,
      mime: 'application/pdf',
      files: { original: 'card.pdf' },
      contents: { 'card.pdf': readFileSync(card) },
    })
    await client.query(
      `insert into course_documents (course_id, key, sort, texts, media_id) values ($1, 'card', 0, $2, $3)`,
      [courseId, JSON.stringify({ en: { title: 'Card to print' } }), pdf.id],
    )
    const url = await addFilm(client, {
      courseId,
      dayId,
      title: 'Standing',
      text: 'Stand **tall** by the window.',
      megabytes: 1,
      subtitles,
    })
    const image = await addStored(client, {
      type: 2,
      mime: 'image/jpeg',
      files: { large: 'large.jpg', medium: 'medium.jpg', small: 'small.jpg' },
      contents: { 'large.jpg': picture, 'medium.jpg': picture, 'small.jpg': picture },
    })
    await client.query('update course_lessons set image_id = $2 where course_id = $1', [courseId, image.id])
    return url
  })
  return { ...person, homeworkId: ids[0] ?? 0, chatId, film, messages }
}
