import type { Page } from '@playwright/test'
import { headingOf } from '../pages/heading.ts'
import { attemptsOf, handInElsewhere, newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { call, handInVideo, newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'
import { wholeBrowser } from '../whole-browser.ts'

// The headless shell closes a window without telling its page.
test.use({ launchOptions: wholeBrowser() })

test.use({ serviceWorkers: 'allow' })

const en = studioTexts('en')
const learnerTexts = texts('en')
const heading = (page: Page) => headingOf(page)

async function typeSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel(en('accounts.login.email')).fill(email)
  await page.getByLabel(en('accounts.login.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('an expert reviews by keyboard alone, from sign-in to the last submission; a second one sees who holds it [STF-01] [STF-05]', async ({
  page,
  browser,
  noise,
}) => {
  noise.expect(/409/)
  const learner = await newHomework([
    { title: 'Film it', answerWith: 'file', points: 40 },
    { title: 'Say it', answerWith: 'message', points: 0 },
  ])
  const [film = 0, say = 0] = learner.ids
  await handInVideo(learner, film)
  await makeOverdue(learner.streamId)
  const { courseId } = await placeOf(learner.streamId)
  const queue = `/admin/reviews?course=${courseId}`

  await page.goto(queue)
  await typeSignIn(page, learner)
  await expect(page.getByRole('alert')).toContainText(en('accounts.notStaff.title'))
  const expert = await newStaff('expert', 'Elena')
  await typeSignIn(page, expert)
  await expect(page).toHaveURL(queue)
  const rows = page.getByRole('list', { name: en('reviews.show.waiting') }).getByRole('listitem')
  await expect(rows).toContainText(['Film it'])
  await handInElsewhere(learner, say, 'I breathe in and out')
  await expect(rows, 'what is handed in appears by itself').toContainText(['Film it', 'Say it'])
  await expect(rows.first()).toContainText(/Overdue by 2 h 3\d min/)
  await expect(rows.last()).toContainText(/24 h 0 min left|23 h 59 min left/)

  const read = new Set<string>()
  page.on('request', request => {
    const id = /\/studio\/reviews\/(\d+)$/.exec(new URL(request.url()).pathname)?.[1]
    if (id && request.method() === 'GET') read.add(id)
  })
  await page.keyboard.press('n')
  await expect(page.getByText('Film it', { exact: true })).toBeVisible()
  await expect.poll(() => read.size, 'the next one is read while this one is judged').toBe(2)
  await expect(page.locator('video').first()).toBeVisible()
  const first = page.url()

  const second = await browser.newContext()
  await signInToStudio(second, (await newStaff('expert', 'Igor')).id)
  const other = await second.newPage()
  await other.goto(first)
  await expect(other.getByText(en('desk.takenBy', { name: expert.name }))).toBeVisible()
  await expect(other.getByRole('button', { name: en('desk.approve') })).toBeDisabled()
  await page.goto(queue)
  await expect(other.getByRole('button', { name: en('desk.approve') }), 'the first one has left').toBeEnabled()
  await expect(other.getByText(en('desk.takenBy', { name: expert.name }))).toHaveCount(0)
  await page.goto(first)
  await expect(page.getByText(/is reviewing this submission/)).toBeVisible()
  await second.close()
  await expect(page.getByRole('button', { name: en('desk.approve') })).toBeEnabled()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  await page.keyboard.type('Here it bends')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: en('desk.comments') }), 'the field is gone').toBeFocused()
  await page.keyboard.press('f')
  await expect(page.getByRole('alertdialog')).toContainText(en('desk.confirm.comments', { count: 1 }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('I breathe in and out')).toBeVisible()
  expect(page.url()).toMatch(new RegExp(`/admin/reviews/\\d+\\?course=${courseId}$`))

  await page.keyboard.press('f')
  await expect(page.getByRole('alert')).toHaveText(en('desk.commentRequired'))
  await page.keyboard.type('Well said')
  await page.reload()
  const message = page.getByLabel(en('desk.message'))
  await expect(message).toHaveValue('Well said')
  await expect(page.getByRole('button', { name: en('desk.approve') })).toBeEnabled()
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(queue)
  await expect(page.getByText(en('reviews.empty.filtered.waiting'))).toBeVisible()
  expect(await attemptsOf(learner.streamId, film)).toMatchObject([{ verdict: 'FAIL' }])
  expect(await attemptsOf(learner.streamId, say)).toMatchObject([{ verdict: 'DONE' }])
  expect(await answersTo(learner.streamId)).toEqual([
    { text: '', remarks: ['Here it bends'] },
    { text: 'Well said', remarks: [] },
  ])
})

/** Makes this learner's waiting submissions 26 and a half hours old. */
async function makeOverdue(streamId: number) {
  await withDatabase(client =>
    client.query(
      `update homework_attempts a
       set submitted_at = a.submitted_at - interval '26 hours 30 minutes', due_at = a.due_at - interval '26 hours 30 minutes'
       from user_homeworks u where u.id = a.user_homework_id and u.user_stream_id = $1`,
      [streamId],
    ),
  )
}

async function answersTo(streamId: number) {
  return withDatabase(async client => {
    const { rows } = await client.query(
      `select m.text, array(select c ->> 'text' from jsonb_array_elements(m.comments) c) as remarks
       from chat_messages m join chats c on c.id = m.chat_id
       where c.user_stream_id = $1 and m.kind = 'verdict' order by m.number`,
      [streamId],
    )
    return rows as { text: string; remarks: string[] }[]
  })
}

test('staff come from the learner app signed in by a token that works once, past its worker; each app signs out alone [ACC-23] [STF-01]', async ({
  page,
  noise,
}) => {
  noise.expect(/401/)
  const expert = await newStaff('expert', 'Elena')
  // Who has signed in in this browser before is not asked whose link it is.
  await page.goto('/')
  await signInPage(page, learnerTexts).signIn(expert)
  await expect(page).toHaveURL('/home')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const files: [name: string, caching: string | undefined][] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && pathname.startsWith('/admin'))
      files.push([pathname, response.headers()['cache-control']])
  })
  const entrance = page.waitForRequest(/\/admin\/login\?token=/)
  await page.getByRole('button', { name: learnerTexts('shell.menu.profile', { name: expert.name }) }).click()
  await page.getByRole('menuitem', { name: learnerTexts('shell.menu.studio') }).click()
  await expect(page).toHaveURL('/admin/reviews')
  await expect(heading(page)).toHaveText(en('reviews.title'))
  expect(files.length).toBeGreaterThan(2)
  expect(files.filter(([, caching]) => !caching?.includes('immutable'))).toEqual([])

  await page.getByRole('button', { name: en('shell.profile', { name: expert.name }) }).click()
  await page.getByRole('menuitem', { name: en('shell.signOut') }).click()
  await expect(heading(page)).toHaveText(en('accounts.login.title'))
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain('token')
  await page.goto((await entrance).url())
  await expect(page.getByRole('alert')).toContainText(en('accounts.spent.title'))
  expect(new URL(page.url()).search).toBe('')
  await page.goto('/home')
  await expect(page).toHaveURL('/home')
})

test('a section that could not be loaded without a network opens once it is back [REL-04]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/Failed to fetch|ERR_INTERNET_DISCONNECTED|Failed to load/)
  await signInToStudio(context, (await newStaff('expert', 'Elena')).id)
  await page.goto('/admin/inbox?show=mine')
  await expect(page.getByText(en('inbox.empty.mine'))).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('r')
  await expect(page.getByText(en('shell.crash.title'))).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page)).toHaveText(en('reviews.title'))
})

test('a submission taken by another expert in the meantime is refused, and nothing typed is lost [STF-05]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409/)
  const learner = await newHomework([{ title: 'Say it', answerWith: 'message' }])
  await handInElsewhere(learner, learner.ids[0] ?? 0, 'Once more')
  const { courseId } = await placeOf(learner.streamId)
  const [expert, rival] = [await newStaff('expert', 'Elena'), await newStaff('expert', 'Igor')]
  await signInToStudio(context, expert.id)
  await page.goto(`/admin/reviews?course=${courseId}`)
  await page.getByRole('listitem').filter({ hasText: 'Say it' }).waitFor()
  const claimed = page.waitForResponse(answer => new URL(answer.url()).pathname.endsWith('/claim'))
  await page.keyboard.press('n')
  await claimed
  await expect(page.getByRole('button', { name: en('desk.approve') })).toBeEnabled()
  await withDatabase(client =>
    client.query(
      `update homework_attempts a set claimed_by = $2 from user_homeworks u
       where u.id = a.user_homework_id and u.user_stream_id = $1`,
      [learner.streamId, rival.id],
    ),
  )
  await page.keyboard.press('m')
  await page.keyboard.type('A fine answer')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Somebody else is reviewing this submission', { exact: true })).toBeVisible()
  await expect(page.getByLabel(en('desk.message'))).toHaveValue('A fine answer')
  expect(await attemptsOf(learner.streamId, learner.ids[0] ?? 0)).toMatchObject([{ verdict: null }])
})

test('an expert answers in the inbox and adds a note the learner never sees; the admin reads the log [STF-06] [STF-13]', async ({
  page,
  context,
  browser,
}) => {
  const learner = await newHomework([{ title: 'Say it' }])
  const { chatId } = await placeOf(learner.streamId)
  await call(learner.id, 'POST', `/chats/${chatId}/messages`, { message: 'My knee hurts' })
  const [expert, admin] = [await newStaff('expert', 'Elena'), await newStaff('admin', 'Max')]
  await call(expert.id, 'POST', '/studio/phrases', { shortcut: 'knee', text: 'Bend it less' })
  await signInToStudio(context, expert.id)
  await page.goto(`/admin/inbox?search=${encodeURIComponent(learner.email)}`)
  await expect(page.getByText('My knee hurts')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/admin/inbox/${chatId}\\?`))
  await expect(page.getByLabel('Messages').getByText('My knee hurts')).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.type('today')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+/')
  await page
    .getByRole('dialog', { name: en('phrases.title') })
    .getByRole('option')
    .waitFor()
  await page.keyboard.type('kne')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: en('chat.placeholder') })).toHaveValue('Bend it less today')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Messages').getByText('Bend it less today')).toBeVisible()
  await call(learner.id, 'POST', `/chats/${chatId}/consultation-orders`)
  await expect(page.getByRole('button', { name: en('consultations.approve') })).toBeVisible()
  await page.getByRole('button', { name: en('consultations.decline') }).click()
  await expect(page.getByRole('button', { name: en('consultations.open') })).toBeVisible()
  await page.getByLabel(en('inbox.notes.write')).fill('Seems to overdo it')
  await page.getByRole('button', { name: en('inbox.notes.leave') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Seems to overdo it' })).toBeVisible()
  const owner = page.getByRole('combobox', { name: en('inbox.owner') })
  await expect(owner).toHaveValue(String(expert.id))
  await owner.selectOption({ label: admin.name })
  await expect(owner).toHaveValue(String(admin.id))

  const learners = await browser.newContext()
  await signInByCookie(learners, learner.id)
  const mine = await learners.newPage()
  await mine.goto(`/chat/${chatId}`)
  await expect(mine.getByRole('log').getByText('Bend it less')).toBeVisible()
  await expect(mine.getByText('Seems to overdo it')).toHaveCount(0)
  expect(JSON.stringify(await call(learner.id, 'GET', `/chats/${chatId}/messages`))).not.toContain('overdo')
  await learners.close()

  await expect(page.getByRole('link', { name: en('shell.audit') })).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(heading(page)).toHaveText(en('shell.notFound.title'))
  const office = await browser.newContext()
  await signInToStudio(office, admin.id)
  const log = await office.newPage()
  await log.goto('/admin/audit?action=chat.note')
  const entry = log.getByRole('listitem').filter({ hasText: expert.name })
  await expect(entry).toContainText(en('audit.chat.note', { id: String(chatId) }))
  await expect(entry).not.toContainText('overdo')
  await office.close()
})
