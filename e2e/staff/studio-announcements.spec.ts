import { nextLetter } from '../school/letters.ts'
import { newLearner, withDatabase } from '../school/people.ts'
import { origin, signInByCookie, userIdOf } from '../school/sessions.ts'
import { signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { expect, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = studioTexts('en')
const t = texts('en')
const bell = t('shell.title.notices')

/** The cohort of a learner, with its first day. */
const cohortOf = (streamId: number) =>
  withDatabase(async client => {
    const { rows } = await client.query(
      `select s.id::text, s.starts_on::text as starts_on, count(*) over ()::int as learners from user_streams mine
         join streams s on s.id = mine.stream_id join user_streams us on us.stream_id = s.id and us.taken_out_at is null
       where mine.id = $1`,
      [streamId],
    )
    return rows[0] as { id: string; starts_on: string; learners: number }
  })

test('staff send an announcement to a cohort, and it reaches exactly who learns there [STF-09] @once', async ({
  page,
  context,
  browser,
}) => {
  // A cohort that no other walk uses.
  const [ann, bob, other] = [
    await newLearner({ daysIn: 397 }),
    await newLearner({ daysIn: 397 }),
    await newLearner({ daysIn: 396 }),
  ]
  await withDatabase(client =>
    client.query(
      `with proven as (update users set is_email_validated = true where id = any($1) returning id)
       insert into quiet_hours (user_id, is_on, from_time, until_time) select id, false, '22:00', '08:00' from proven`,
      [[ann.id, bob.id, other.id]],
    ),
  )
  const cohort = await cohortOf(ann.streamId)
  await signInToStudio(context, await userIdOf('admin@example.com'))
  await page.goto('/admin/announcements')
  await page.getByRole('button', { name: en('announcements.add') }).click()
  const title = `A day off ${ann.id}`
  await page.getByRole('dialog').getByLabel(en('announcements.field.title')).fill(title)
  await page.getByRole('dialog').locator('[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await page.getByRole('button', { name: en('announcements.send'), exact: true }).click()
  await expect(page.getByText(en('announcements.fault.announcement_empty'))).toBeVisible()
  await page.getByRole('textbox', { name: en('announcements.field.body') }).fill('On **Friday** nobody has to learn.')
  await page.getByLabel(en('announcements.link'), { exact: true }).fill('/courses')
  await page.getByLabel(en('announcements.audience.kind')).selectOption('stream')
  await page.getByLabel(en('announcements.stream_id')).selectOption(cohort.id)
  await page.getByLabel(en('announcements.by_letter')).check()
  await expect(page.getByRole('figure')).toHaveCount(3)
  await page.getByRole('button', { name: en('announcements.save'), exact: true }).click()
  await expect(page.getByText(en('announcements.reach', { count: cohort.learners }))).toBeVisible()
  await page.getByRole('button', { name: en('announcements.send'), exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(en('announcements.send.ask', { count: cohort.learners }))
  await question.getByRole('button', { name: en('announcements.send.yes', { count: cohort.learners }) }).click()
  await expect(page.getByText(en('announcements.is.sent'))).toBeVisible({ timeout: 15_000 })

  for (const one of [ann, bob]) {
    const place = await browser.newContext({ baseURL: origin })
    await signInByCookie(place, one.id)
    const own = await place.newPage()
    await own.goto('/home')
    await own.getByRole('link', { name: `${bell}: 1` }).click()
    await own.getByRole('link', { name: new RegExp(title) }).click()
    await expect(own.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(own.locator('article strong')).toHaveText('Friday')
    await own.getByRole('link', { name: t('announcements.follow') }).click()
    await expect(own).toHaveURL('/courses')
    await place.close()
  }
  const letter = await nextLetter(ann.email)
  expect(letter.text).toContain('On Friday nobody has to learn.')
  const off = /https?:\S+\/unsubscribe\?token=\S+/.exec(letter.text)?.[0] ?? ''
  await page.goto(new URL(off).pathname + new URL(off).search)
  await page.getByRole('button', { name: t('notifications.unsubscribe.letters.yes') }).click()
  await expect(page.getByText(t('notifications.unsubscribe.letters.done'), { exact: true })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: origin })
  await signInByCookie(elsewhere, other.id)
  const empty = await elsewhere.newPage()
  await empty.goto('/notifications')
  await expect(empty.getByText(t('notifications.list.empty'), { exact: true })).toBeVisible()
  await elsewhere.close()
})
