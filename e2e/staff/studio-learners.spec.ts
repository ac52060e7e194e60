import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import { headingOf } from '../pages/heading.ts'
import { faultsOf } from '../axe-faults.ts'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, handInVideo, newStaff, placeOf, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'

const en = studioTexts('en')

test('an expert opens a learner’s card from the chat: state, zone, days with why not complete, work, points, notes [STF-19]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/INTERNET_DISCONNECTED/)
  const learner = await newHomework([{ title: 'Film the exercise', answerWith: 'file', points: 40 }])
  await handInVideo(learner, learner.ids[0] ?? 0)
  const { chatId } = await placeOf(learner.streamId)
  await call(learner.id, 'POST', `/chats/${chatId}/messages`, { message: 'My knee hurts' })
  const expert = await newStaff('expert', 'Elena')
  await signInToStudio(context, expert.id)
  await page.goto(`/admin/inbox/${chatId}?show=all`)
  await headingOf(page).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/admin/learners/${learner.id}$`))
  const heading = headingOf(page)
  await expect(heading).toBeVisible()
  await expect(page.getByText(/there now/)).toBeVisible()
  const lacks = page.getByRole('list', { name: en('learners.lacks') })
  await expect(lacks.first()).toBeVisible()
  await expect(lacks.first()).toContainText(en('learners.lack.start'))
  expect(await faultsOf(page)).toEqual([])

  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab(en('learners.part.pointsAndOrders'))).toHaveCount(0)
  await tab(en('learners.part.days')).press('ArrowRight')
  await expect(page).toHaveURL(/part=work/)
  await expect(page.getByRole('link', { name: 'Film the exercise' })).toBeVisible()
  await expect(page.getByText(en('learners.status.UPLOADED'))).toBeVisible()
  await expect(page.getByText(en('learners.requests'))).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await expect(tab(en('learners.part.work')), 'the address keeps the part').toHaveAttribute('aria-selected', 'true')
  await tab(en('learners.part.points')).click()
  await expect(page.getByText(en('learners.points.none'))).toBeVisible()

  await tab(en('learners.part.notes')).click()
  await expect(page.getByText(en('learners.notes.none'))).toBeVisible()
  const field = page.getByRole('textbox', { name: en('learners.notes.write') })
  await field.fill('Careful with the left knee')
  await context.setOffline(true)
  await page.getByRole('button', { name: en('learners.notes.add') }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await context.setOffline(false)
  await expect(field, 'what is typed stays').toHaveValue('Careful with the left knee')
  await page.getByRole('button', { name: en('learners.notes.add') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'left knee' })).toContainText(expert.name)
  await expect(field).toHaveValue('')
  await page.getByRole('button', { name: en('learners.notes.edit') }).click()
  const edited = page.getByRole('textbox', { name: en('learners.notes.edit') })
  await expect(edited).toBeFocused()
  await edited.fill('Careful with the right knee')
  await page.getByRole('button', { name: en('learners.notes.save') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'right knee' })).toBeVisible()
  await page.getByRole('button', { name: en('learners.notes.remove') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('learners.notes.remove') })
    .click()
  await expect(page.getByText(en('learners.notes.none'))).toBeVisible()
  const focused = page.locator(':focus')
  await expect(focused, 'the keyboard goes on from where the note was').toContainText(en('learners.notes.none'))
  await page.goto(`/admin/users/${learner.id}`)
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('an administrator has the account, the actions, devices and log beside the learner’s days; support no actions [STF-19]', async ({
  page,
  context,
  browser,
}) => {
  const learner = await newHomework([{ title: 'Film the exercise', answerWith: 'file', points: 40 }])
  const admin = await newStaff('admin', 'Olga')
  const booking = { learnerId: learner.id, expertId: admin.id, streamId: learner.streamId, startsAt: Date.now() }
  const consultation = await withDatabase(client =>
    insertConsultation({ query: config => client.query(config) }, booking),
  )
  await signInToStudio(context, admin.id)
  await page.goto(`/admin/learners/${learner.id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/users/${learner.id}$`))
  await expect(page.getByRole('button', { name: en('people.act.signInAs') })).toBeVisible()
  await expect(page.getByRole('button', { name: en('people.act.block'), exact: true })).toBeVisible()
  await expect(page.getByText(/there now/)).toBeVisible()
  const acts = page.getByRole('button', { name: /^Actions in/ })
  await acts.first().click()
  await page.getByRole('menuitem', { name: en('cohorts.act.stop') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('cohorts.act.submit', { count: 1 }) })
    .click()
  await expect(page.getByText(en('cohorts.state.stopped')).first()).toBeVisible()
  const parts = [...(await page.getByRole('tab').all())]
  expect(parts).toHaveLength(6)
  for (const width of [320, 390, 828, 1244]) {
    await page.setViewportSize({ width, height: 900 })
    for (const part of parts) {
      await part.click()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      expect([width, await part.textContent(), await overflow(page)]).toEqual([width, await part.textContent(), 0])
    }
  }
  await page.getByRole('tab', { name: en('learners.part.work') }).click()
  await expect(page.locator(`a[href="/admin/calendar/${consultation}"]`)).toHaveText('Talk')
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 900 })
  const browserOfPage = await context.newCDPSession(page)
  await browserOfPage.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const part of parts) {
    await part.click()
    expect(['text of twice the size', await part.textContent(), await overflow(page)]).toEqual([
      'text of twice the size',
      await part.textContent(),
      0,
    ])
  }
  await expect(page.getByRole('tabpanel')).toContainText(admin.name)
  expect(await faultsOf(page)).toEqual([])

  const second = await browser.newContext()
  await signInToStudio(second, (await newStaff('support', 'Sven')).id)
  const desk = await second.newPage()
  await desk.goto(`/admin/users/${learner.id}?part=days`)
  await expect(desk.getByText(en('cohorts.state.stopped'))).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Actions in/ })).toHaveCount(0)
  await desk.getByRole('tab', { name: en('learners.part.work') }).click()
  await expect(desk.getByText(en('learners.requests.none'))).toBeVisible()
  await expect(desk.getByRole('heading', { name: en('learners.homework') })).toHaveCount(0)
  await second.close()
})
