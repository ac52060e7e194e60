import { faultsOf } from '../axe-faults.ts'
import { fileOf } from '../pages/figure-table.ts'
import { overflow } from '../pages/shell-page.ts'
import { call, newStaff, signInToStudio, studioTexts } from '../pages/studio-page.ts'
import { withDatabase } from '../school/people.ts'
import { newMember } from '../school/sessions.ts'
import { expect, test } from '../test.ts'

test.use({ viewport: { width: 1244, height: 828 } })

/** People whose last name nobody else has, from A on. */
async function newPeople(family: string, count: number) {
  const people: { id: number; name: string; email: string }[] = []
  for (const firstName of ['Ada', 'Bea', 'Cyd', 'Dan'].slice(0, count)) {
    const { id, email } = await newMember('kurso')
    await withDatabase(client =>
      client.query('update users set first_name = $2, last_name = $3 where id = $1', [id, firstName, family]),
    )
    people.push({ id, name: `${firstName} ${family}`, email })
  }
  return people
}

test.describe('in Russian', () => {
  test.use({ locale: 'ru' })

  test('people are sorted, chosen by keys and changed together, each with its effect first and in the log [STF-11, STF-13]', async ({
    page,
    context,
  }) => {
    const t = studioTexts('ru')
    const admin = await newStaff('admin', 'Olga')
    const family = `Tables${admin.id}x`
    const [ada, bea, cyd] = await newPeople(family, 3)
    await signInToStudio(context, admin.id)
    await page.goto('/admin/users')
    const table = page.getByRole('group', { name: t('people.title'), exact: true })
    const names = table.locator('tbody th')
    await page.getByRole('searchbox').fill(family)
    await expect(names).toHaveText([cyd!.name, bea!.name, ada!.name])
    await table.getByRole('button', { name: t('people.column.name') }).click()
    await expect(page).toHaveURL(/sort=name&order=asc/)
    await expect(names).toHaveText([ada!.name, bea!.name, cyd!.name])
    await page.reload()
    await expect(names, 'the order stands in the address').toHaveText([ada!.name, bea!.name, cyd!.name])
    await expect(table.getByRole('columnheader', { name: t('people.column.name') })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )

    const role = page.getByLabel(t('people.filter.role'))
    await role.press('ArrowDown')
    await expect(page, 'the arrows of a field are its own').toHaveURL(/role=learner/)
    await role.press('ArrowUp')
    await page.getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(2)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: t('people.many.of', { count: 2 }) }).press('Enter')
    await page.getByRole('menuitem', { name: t('people.many.role') }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: t('people.form.role') }).selectOption('support')
    const effect = t('people.many.effect.role', { from: t('people.role.learner'), to: t('people.role.support') })
    await expect(dialog.getByRole('listitem').filter({ hasText: ada!.name })).toContainText(effect)
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: t('people.many.submit', { count: 2 }) }).click()
    await expect(page.getByText(t('people.many.done', { count: 2 }))).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(table.getByRole('row', { name: ada!.name })).toContainText(t('people.role.support'))
    const { rows: log } = await withDatabase(client =>
      client.query(
        `select target_id::int as id, detail->'role'->>'to' as role from audit_log where actor_id = $1 and action = 'user.change' order by id`,
        [admin.id],
      ),
    )
    expect(log).toEqual([ada, bea].map(person => ({ id: person!.id, role: 'support' })))
    expect(await overflow(page)).toBe(0)
  })
})

test('who is refused is named with the reason, what breaks off says who is left, and goes on [STF-11]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/ERR_FAILED|ERR_INTERNET|404|That didn|got no answer/)
  const t = studioTexts('en')
  const admin = await newStaff('admin', 'Olga')
  const family = `Broken${admin.id}x`
  const [ada, bea, cyd] = await newPeople(family, 3)
  const own = `Olga ${family}`
  await withDatabase(async client => {
    await client.query('update users set last_name = $2 where id = $1', [admin.id, family])
    await client.query('update users set email = null where id = $1', [ada!.id])
  })
  await signInToStudio(context, admin.id)
  await page.goto(`/admin/users?q=${family}&sort=name&order=asc`)
  const table = page.getByRole('group', { name: t('people.title'), exact: true })
  await table.getByRole('checkbox', { name: t('shell.rows.all') }).check()
  const act = async (kind: 'invite' | 'block' | 'unblock') => {
    await page.getByRole('button', { name: t('people.many.of', { count: 4 }) }).click()
    await page.getByRole('menuitem', { name: t(`people.many.${kind}`), exact: true }).click()
  }
  const dialog = page.getByRole('dialog')
  await act('invite')
  await expect(dialog.getByText(t('people.many.why.no_email', { names: ada!.name }))).toBeVisible()
  await expect(dialog.getByText(t('people.many.why.not_oneself', { names: own }))).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('people.many.submit', { count: 2 }) })).toBeEnabled()
  await page.keyboard.press('Escape')

  await act('block')
  const submit = dialog.getByRole('button', { name: t('people.many.submit', { count: 3 }) })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel(t('people.act.block.reason')).fill('A summer course is over')
  expect(await faultsOf(page)).toEqual([])
  // One is erased meanwhile, and at the last one the network is gone.
  await withDatabase(client => client.query('delete from users where id = $1', [bea!.id]))
  const last = `**/studio/users/${cyd!.id}/block?*`
  await page.route(last, route => route.abort())
  await submit.click()
  await expect(dialog.getByText(t('people.many.left', { count: 1 }))).toBeVisible()
  await expect(dialog.getByText(t('people.many.done', { count: 1 }), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: bea!.name })).toBeVisible()
  await expect(dialog.getByText(t('ui.error.noInternet'))).toContainText(cyd!.name)
  expect(await faultsOf(page)).toEqual([])
  await page.unroute(last)
  await dialog.getByRole('button', { name: t('people.many.goOn', { count: 1 }) }).click()
  await expect(dialog.getByText(t('people.many.done', { count: 2 }), { exact: true })).toBeVisible()
  await dialog
    .getByRole('button', { name: t('ui.close'), exact: true })
    .last()
    .click()
  await expect(table.getByText(t('people.blocked'), { exact: true })).toHaveCount(2)
  const { rows } = await withDatabase(client =>
    client.query('select block_reason from users where id = any($1) order by id', [[admin.id, ada!.id, cyd!.id]]),
  )
  expect(rows.filter(row => row.block_reason === 'A summer course is over')).toHaveLength(2)
})

test('courses are searched and put in order, and the address says how', async ({ page, context }) => {
  const t = studioTexts('en')
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  await page.goto('/admin/courses')
  const courses = page.getByRole('main').locator('li')
  await expect(courses.filter({ hasText: 'Morning practice' })).toHaveCount(1)
  await page.getByLabel(t('courses.sort')).selectOption('title')
  await page.getByRole('searchbox', { name: t('courses.search') }).fill('practice morn')
  await expect(courses).toHaveCount(1)
  await expect(page).toHaveURL(/sort=title&q=practice/)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('searchbox', { name: t('courses.search') }).fill('nothing like it')
  await expect(page.getByText(t('courses.none.title'))).toBeVisible()
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es' })

  test('orders are sorted by amount, and those that are chosen are a file [STF-08]', async ({ page, context }) => {
    const t = studioTexts('es')
    const admin = await newStaff('admin', 'Olga')
    const { rows } = await withDatabase(client =>
      client.query(`with service as (
          insert into services (brand_id, type, texts, points)
          values ('kurso', 'course_subscription', '{"en": {"title": "Every month", "description": ""}}', 5) returning id
        )
        insert into service_prices (service_id, currency, amount) select id, 'EUR', 4999 from service returning service_id as id`),
    )
    const service = Number(rows[0].id)
    const emails: string[] = []
    for (const amount of [2000, 1000, 3000]) {
      const buyer = await newMember('kurso')
      emails.push(buyer.email)
      await call(admin.id, 'POST', '/studio/orders', {
        user_id: buyer.id,
        service_id: service,
        currency: 'EUR',
        amount,
        reason: 'Paid in cash',
      })
    }
    await signInToStudio(context, admin.id)
    await page.goto(`/admin/orders?service=${service}`)
    const table = page.getByRole('group', { name: t('shop.orders'), exact: true })
    await table.getByRole('button', { name: t('shop.column.amount') }).click()
    await expect(page).toHaveURL(/sort=amount&order=desc/)
    await expect(table.locator('tbody tr')).toContainText([/30\s€/, /20\s€/, /10\s€/])
    await table.locator('tbody a').first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    expect(await faultsOf(page)).toEqual([])
    const [titles, ...lines] = await fileOf(page, t('shell.csv'))
    expect(titles).toEqual([
      ...(['what', 'buyer', 'status', 'amount', 'date'] as const).map(id => t(`shop.column.${id}`)),
      'E-mail',
    ])
    expect(lines.map(line => [line[3]?.slice(0, 2), line.at(-1)])).toEqual([
      ['30', emails[2]],
      ['10', emails[1]],
    ])
    await page.getByRole('button', { name: t('shell.rows.none') }).click()
    await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBe(0)
  })
})
