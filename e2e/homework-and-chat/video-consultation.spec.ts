import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { formatTime } from '#kit/copy/format.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { slotsByDate } from '#web/features/videoconsultations/booking/slots.ts'
import { dayInWords, momentInWords } from '#web/features/videoconsultations/time-words.ts'
import { roomsOf } from '../pages/live-page.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { call } from '../pages/studio-page.ts'
import { newTalkSchool, talkIn, talkPage } from '../pages/talk-page.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const lima = 'America/Lima'
type School = Awaited<ReturnType<typeof newTalkSchool>>

/** The free times of the second day that has some, by the learner's calendar; on it none are past. */
async function secondDay({ person, kindId }: School) {
  const path = `/online-consultation/slots?stream_id=${person.streamId}&kind_id=${kindId}&days=7`
  const { slots } = (await call(person.id, 'GET', path)) as {
    slots: { start_date_time: number; expert_ids: number[] }[]
  }
  const [, [date, times] = ['', []]] = [...slotsByDate(slots, lima)]
  return { date, times: times.map(slot => slot.start_date_time * 1000) }
}

type Day = Awaited<ReturnType<typeof secondDay>>

/** The buttons of a day's times: on a phone in the list, on a desk once the day is reached in the month by keyboard. */
async function timesOf(page: Page, t: Copy, { date, times }: Day, isMobile: boolean) {
  const scope = (await page.getByRole('dialog').isVisible()) ? page.getByRole('dialog') : page.locator('main')
  const day = dayInWords(date, t)
  if (isMobile)
    return scope
      .locator('ol > li')
      .filter({ hasText: new RegExp(day, 'i') })
      .getByRole('button')
  await scope.locator('table [tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  const reached = scope.getByRole('button', { name: t('video.month.day', { day, count: times.length }), exact: true })
  await expect(reached).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reached).toHaveAttribute('aria-pressed', 'true')
  return scope.locator('ul > li').getByRole('button')
}

/** Lets a consultation begin some minutes from now. */
const beginIn = (id: number, minutes: number) =>
  withDatabase(client =>
    client.query(
      `update video_consultations v set during = n.span, pad = n.span
       from (select tstzrange(now() + make_interval(mins => $2), now() + make_interval(mins => $2 + 30)) as span) n where v.id = $1`,
      [id, minutes],
    ),
  )

const storedOf = async (id: number) =>
  (
    await withDatabase(client =>
      client.query('select status, note, phone, rating, rating_comment from video_consultations where id = $1', [id]),
    )
  ).rows[0]

test('a learner in Lima books an expert in Madrid, takes the file, has it moved, joins and rates; staff answer live [CNS-14] [RTE-13]', async ({
  page,
  context,
  speak,
  isMobile,
}) => {
  const language = isMobile ? 'ru' : 'es'
  await speak(language)
  const t = texts(language)
  const school = await newTalkSchool()
  const { person, expert } = school
  await signInByCookie(context, person.id)
  const [shell, talk] = [shellPage(page, t), talkPage(page, t)]

  await page.goto('/home')
  await shell.settings.click()
  await shell.item(t('shell.title.videoConsultations')).click()
  await expect(talk.heading).toHaveText(t('video.title'))
  await expect(page).toHaveURL(/\/videoconsultations$/)
  await expect(talk.tab('available')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(t('video.empty'), { exact: true })).toBeVisible()
  await talk.tab('history').click()
  await expect(page.getByText(t('video.history.empty'), { exact: true })).toBeVisible()
  await page
    .getByRole('link', { name: t('video.book') })
    .first()
    .click()

  await page.getByRole('radio', { name: language === 'ru' ? 'Первый разговор' : 'Primera charla' }).check()
  await expect(page.getByText(lima)).toBeVisible()
  const day = await secondDay(school)
  const [at = 0, later = 0] = day.times
  const times = await timesOf(page, t, day, isMobile)
  await expect(times).toHaveText(day.times.map(time => formatTime(time, language, lima)))
  await times.first().click()

  await expect(talk.heading).toHaveText(momentInWords(at, lima, t), { ignoreCase: true })
  await expect(page.getByText(t('video.held.title'))).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await talk.note.fill('Плечо щёлкает')
  await talk.phone.fill('+51 987 654 321')
  const listening = async (open: () => Promise<unknown>) => {
    const rooms = roomsOf(page)
    await open()
    await expect.poll(() => rooms.has(`user:${person.id}`)).toBe(true)
  }
  await listening(() => page.reload())
  await expect(talk.note, 'what is typed outlives a reload').toHaveValue('Плечо щёлкает')
  await talk.button('video.held.book').click()
  await expect(talk.state('video.state.pending')).toBeVisible()
  expect(await storedOf(id)).toMatchObject({ status: 'pending', note: 'Плечо щёлкает', phone: '+51 987 654 321' })

  const saving = page.waitForEvent('download')
  await talk.button('video.ics').click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.ics$/)
  const file = await readFile(await saved.path(), 'utf8')
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.000/g, '')
  expect(file).toContain(`DTSTART:${stamp}`)

  await call(expert.id, 'POST', `/studio/video-consultations/${id}/confirm`)
  await expect(talk.state('video.state.confirmed'), 'it is confirmed by itself').toBeVisible()
  await listening(() => page.goto('/videoconsultations'))
  await page.getByRole('link', { name: new RegExp(momentInWords(at, lima, t), 'i') }).click()
  await expect(page).toHaveURL(new RegExp(`/videoconsultations/${id}$`))

  await talk.button('video.change.move').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('video.change.reason')).fill('Поезд')
  const others = await timesOf(page, t, { ...day, times: day.times.slice(1) }, isMobile)
  await others.filter({ hasText: formatTime(later, language, lima) }).click()
  await dialog.getByRole('button', { name: t('video.change.send') }).click()
  await expect(talk.state('video.state.asked.move')).toBeVisible()
  const asked = (await call(person.id, 'GET', `/online-consultation/${id}`)) as { request: { id: number } }
  await call(expert.id, 'POST', `/studio/video-requests/${asked.request.id}/approve`)
  await expect(talk.heading, 'it moves by itself').toHaveText(momentInWords(later, lima, t), { ignoreCase: true })

  await beginIn(id, 5)
  await listening(() => page.reload())
  const join = page.getByRole('link', { name: t('video.join'), exact: true })
  await expect(join).toHaveAttribute('href', `/videoconsultations/${id}/call`)
  await beginIn(id, -40)
  await call(expert.id, 'POST', `/studio/video-consultations/${id}/complete`)
  await page.getByLabel(t('video.rating.stars', { count: 4 })).check()
  await page.getByLabel(t('video.rating.comment')).fill('Спасибо')
  await talk.button('video.rating.send').click()
  await expect(page.getByText(t('video.rating.given', { count: 4 }))).toBeVisible()
  expect(await storedOf(id)).toMatchObject({ status: 'rated', rating: 4, rating_comment: 'Спасибо' })

  await page.goto('/videoconsultations')
  await expect(page.getByText(t('video.empty'), { exact: true })).toBeVisible()
  await talk.tab('history').click()
  await expect(page).toHaveURL(/\?tab=history$/)
  await expect(page.locator('main li a')).toHaveAttribute('href', `/videoconsultations/${id}`)
  await expect(talk.state('video.state.rated')).toBeVisible()
})

test('a time that somebody else takes meanwhile: it says so, names the nearest, and keeps what was typed [CNS-13]', {
  tag: '@once',
}, async ({ page, context, noise }) => {
  noise.expect(/answer: 409 PUT/)
  noise.expect(/status of 409/)
  const school = await newTalkSchool({ needsConfirmation: false })
  await signInByCookie(context, school.person.id)
  const talk = talkPage(page, en)
  const { date, times } = await secondDay(school)
  await page.goto(school.bookPath)
  const [at = 0] = times
  await (await timesOf(page, en, { date, times }, true)).first().click()
  await talk.note.fill('About my shoulder')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const other = await newHomework([])
  await withDatabase(async client => {
    await client.query(`update video_consultations set status = 'lapsed', hold_until = null where id = $1`, [id])
    const taken = { learnerId: other.id, expertId: school.expert.id, streamId: other.streamId, startsAt: at }
    await insertConsultation({ query: config => client.query(config) }, taken)
  })
  await talk.button('video.held.book').click()
  const nearest = page.getByRole('group', { name: en('video.times.nearest') }).getByRole('button')
  await expect(page.getByRole('alert')).toContainText('has just been taken')
  await expect(nearest.first()).toBeVisible()
  await expect(talk.note).toHaveValue('About my shoulder')
  await nearest.first().click()
  await expect(talk.state('video.state.confirmed')).toBeVisible()
  expect(await storedOf(id)).toMatchObject({ status: 'confirmed', note: 'About my shoulder' })
})

test('video consultations are for who has signed in; somebody else’s is not there [RTE-13]', {
  tag: '@once',
}, async ({ page, context, noise }) => {
  noise.expect(/404/)
  const address = await talkIn(await newTalkSchool(), 'confirmed')
  for (const path of ['/videoconsultations', address]) {
    await page.goto(path)
    await expect(signInPage(page, en).email).toBeVisible()
  }
  await signInByCookie(context, (await newHomework([])).id)
  await page.goto(address)
  await expect(talkPage(page, en).heading).toHaveText(en('video.missing'))
})
