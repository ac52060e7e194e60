import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { answerHomework, handInElsewhere, newHomework, photo } from '../school/homework-course.ts'
import { type Person, withDatabase } from '../school/people.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { handInVideo } from '../pages/studio-page.ts'
import type { Screen } from './screen.ts'

const send = (page: Page, t: Copy) => page.getByRole('button', { name: t('homework.form.send'), exact: true }).click()

async function makeOverdue(streamId: number): Promise<void> {
  await withDatabase(client =>
    client.query(
      `update homework_attempts a set submitted_at = now() - interval '27 hours', due_at = now() - interval '3 hours'
       from user_homeworks u where u.id = a.user_homework_id and u.user_stream_id = $1 and a.verdict is null`,
      [streamId],
    ),
  )
}

/** Somebody with homework in every state. */
async function learnerInEveryState() {
  const person = await newHomework([
    { title: 'Film three rounds of the squat', answerWith: 'file', isRequired: true, points: 40 },
    { title: 'Сфотографируйте рабочее место и расскажите, что мешает сидеть прямо в течение дня', points: 25 },
    { title: 'Write what you felt', answerWith: 'message', points: 10 },
    { title: 'Show yourself', answerWith: 'message', selfie: true },
  ])
  const [filmed = 0, late = 0, written = 0, shown = 0] = person.ids
  await handInVideo(person, filmed)
  const remark = 'Here the heels leave the floor: put a folded towel under them and go down more slowly'
  await answerHomework(
    person.streamId,
    { verdict: 'FAIL', message: 'A good start. Look at the two remarks in the video and film it once more.' },
    ([file]) => [
      { file_id: file, seconds: 0, message: 'Begin with the feet as wide as the hips' },
      { file_id: file, seconds: 1, message: remark },
    ],
  )
  await handInElsewhere(person, written, 'Lighter in the shoulders, and I slept better.')
  await answerHomework(person.streamId, { verdict: 'DONE', message: 'Thank you, that is what it is for.' })
  await handInElsewhere(person, late, 'Стул слишком низкий, экран слишком далеко.')
  await makeOverdue(person.streamId)
  return { person, filmed, late, written, shown }
}

const at = (person: Person, homeworkId: number) => `/homework/${person.streamId}/${homeworkId}`

/** Written without a network while another device was faster. */
async function meetConflict(page: Page, t: Copy): Promise<void> {
  const person = await newHomework([{ title: 'Write what you felt', answerWith: 'message' }])
  const [id = 0] = person.ids
  await signInByCookie(page.context(), person.id)
  await page.goto(`${origin}${at(person, id)}`)
  await page.getByRole('textbox').fill('Mine, written on the train: lighter in the shoulders.')
  await page.context().setOffline(true)
  await send(page, t)
  await page.getByText(t('homework.waiting.title')).waitFor()
  await handInElsewhere(person, id, 'From the laptop: lighter in the shoulders, and I slept better.')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: t('homework.conflict.title') }).waitFor()
}

/** Put together, tried too early, and with a photo beside it. */
async function fillIn(page: Page, t: Copy): Promise<void> {
  await page.getByRole('textbox').fill('Second try, with a towel under the heels.')
  await send(page, t)
  await page.locator('main input[type=file]').first().setInputFiles(photo())
  await page
    .getByRole('list', { name: t('media.upload.list') })
    .getByRole('listitem')
    .waitFor()
}

const askForCamera = (page: Page, t: Copy) => page.getByRole('button', { name: t('media.selfie.take') }).click()

/** The homework of somebody who has it in every state. */
export async function homeworkScreens(): Promise<Screen[]> {
  const { person, filmed, late, written, shown } = await learnerInEveryState()
  const { id: newcomer } = await newMember('kurso')
  const who = { userId: person.id }
  return [
    { name: 'homework-empty', path: '/homework', userId: newcomer },
    { ...who, name: 'homework-states', path: '/homework' },
    { ...who, name: 'homework-returned', path: at(person, filmed) },
    { ...who, name: 'homework-filled', path: at(person, filmed), prepare: fillIn, isAlone: true },
    { ...who, name: 'homework-wrong', path: at(person, shown), prepare: send },
    { ...who, name: 'homework-late', path: at(person, late) },
    { ...who, name: 'homework-approved', path: at(person, written) },
    { ...who, name: 'homework-selfie', path: at(person, shown), isPlaced: true, prepare: askForCamera },
    { name: 'homework-conflict', path: '/', isVisitor: true, isAlone: true, prepare: meetConflict },
    {
      ...who,
      name: 'homework-error',
      path: '/homework',
      failing: '**/spa/api/v1/*homework*',
    },
    { ...who, name: 'homework-missing', path: at(person, 999_999_999) },
  ]
}
