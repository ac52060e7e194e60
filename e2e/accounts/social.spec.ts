import type { Page } from '@playwright/test'
import { networkOrigin } from '../school/networks.ts'
import { withDatabase } from '../school/people.ts'
import { newMember, origin, signInByCookie } from '../school/sessions.ts'
import { shellPage } from '../pages/shell-page.ts'
import { signInPage, signOutByLink } from '../pages/sign-in-page.ts'
import { expect, type Noise, test } from '../test.ts'
import { texts } from '../texts.ts'

const en = texts('en')
const atHome = (page: Page) => page.waitForURL(`${origin}/home`)
const signInBy = (network: string) => en('accounts.login.with', { network })

/** The provider's own pages request a font from the Internet. */
async function withoutFonts(page: Page) {
  await page
    .context()
    .route('https://fonts.googleapis.com/**', route => route.fulfill({ body: '', contentType: 'text/css' }))
}

/** What a person does on the pages standing in for Google: signs in, then agrees. */
async function passGoogle(page: Page, login: string) {
  await page.waitForURL(`${networkOrigin}/**`)
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Collects addresses that carried a session token, and Referers with a query of ours. */
function watchTokens(page: Page) {
  const addresses: string[] = []
  const referers: Promise<string>[] = []
  page.on('request', request => {
    addresses.push(request.url())
    referers.push(
      request.allHeaders().then(
        ({ referer = '' }) => referer,
        () => '',
      ),
    )
  })
  return async (session: string | null) => {
    expect(session).toMatch(/^[\w-]{43}$/)
    expect(addresses.filter(address => address.includes(session ?? 'none'))).toEqual([])
    expect((await Promise.all(referers)).filter(referer => /token=|state=|code=/.test(referer))).toEqual([])
  }
}

const sessionOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

async function linksOf(userId: number): Promise<string[]> {
  const { rows } = await withDatabase(client =>
    client.query<{ source: string }>('select source from user_external_auths where user_id = $1 order by id', [userId]),
  )
  return rows.map(row => row.source)
}

function expectPlain(page: Page, noise: Noise) {
  noise.expect(/fonts\.googleapis/)
  return expect.poll(() => new URL(page.url()).search).toBe('')
}

test('a network signs in only once a person has linked it, and no longer after unlinking [ACC-01] [ACC-30] [ACC-32] [ACC-33] [ACC-35] [ACC-36]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/403/)
  await withoutFonts(page)
  const person = await newMember('kurso')
  const login = `google-${person.id}`
  const expectNoLeak = watchTokens(page)
  await page.goto('/')
  await expect(page.getByRole('group', { name: en('accounts.login.networks') }).getByRole('link')).toHaveText(
    ['Google', 'VK', 'Facebook'].map(name => new RegExp(signInBy(name))),
  )
  await page.getByRole('link', { name: signInBy('Google') }).click()
  await passGoogle(page, login)
  const dialog = page.getByRole('dialog', { name: en('social.error.title'), exact: true })
  await expect(dialog).toContainText(en('social.error.login_no_link', { network: 'Google' }))
  await expectPlain(page, noise)
  await dialog.getByRole('button', { name: en('ui.ok') }).click()
  await page.reload()
  await expect(signInPage(page, en).heading).toBeVisible()
  await expect(dialog).toBeHidden()

  await signInPage(page, en).signIn(person)
  await atHome(page)
  const shell = shellPage(page, en)
  await shell.settings.click()
  await shell.item(en('shell.title.socialNetworks')).click()
  await page.waitForURL('**/user/social-networks')
  await page.getByRole('button', { name: en('social.link.named', { network: 'Google' }) }).click()
  await page.waitForURL(`${origin}/user/social-networks`)
  await expect(page.getByText(en('social.linked.now', { network: 'Google' }))).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Google' })).toContainText(en('social.linked'))
  expect(await linksOf(person.id)).toEqual(['google'])
  await expectNoLeak(await sessionOf(page))

  await signOutByLink(page, en)
  await expect(signInPage(page, en).heading).toBeVisible()
  await page.goto(`/?returnUrl=${encodeURIComponent('/user/points')}`)
  await page.getByRole('link', { name: signInBy('Google') }).click()
  await page.waitForURL(`${origin}/user/points`)
  await expect(page.getByRole('heading', { level: 1, name: en('points.title') })).toBeVisible()
  await expectNoLeak(await sessionOf(page))

  await page.goto('/user/social-networks')
  const unlinkIt = page.getByRole('button', { name: en('social.unlink.named', { network: 'Google' }) })
  await unlinkIt.click()
  const question = page.getByRole('alertdialog', { name: en('social.unlink.title', { network: 'Google' }) })
  await question.getByRole('button', { name: en('ui.cancel') }).click()
  expect(await linksOf(person.id)).toEqual(['google'])
  await unlinkIt.click()
  await question.getByRole('button', { name: en('social.unlink'), exact: true }).click()
  // A network's sign-in is no proof of one's own.
  const proof = page.getByRole('dialog', { name: en('accounts.proof.title') })
  expect(await linksOf(person.id)).toEqual(['google'])
  await proof.getByLabel(en('accounts.login.password'), { exact: true }).fill(person.password)
  await proof.getByRole('button', { name: en('accounts.code.submit') }).click()
  await expect(page.getByText(en('social.unlinked', { network: 'Google' }))).toBeVisible()
  expect(await linksOf(person.id)).toEqual([])
  await context.clearCookies({ name: 'token' })
  await signOutByLink(page, en)
  await page.getByRole('link', { name: signInBy('Google') }).click()
  await expect(dialog).toContainText(en('social.error.login_no_link', { network: 'Google' }))
})

test('VK by plain OAuth: cancelling at the network returns silently to the same place, agreeing links the account [ACC-31] [ACC-34] [RTE-03]', async ({
  page,
  context,
}) => {
  const [person, other] = [await newMember('kurso'), await newMember('kurso')]
  await page.goto('/')
  await page.getByRole('link', { name: signInBy('VK') }).click()
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(signInPage(page, en).heading).toBeVisible()
  await expect.poll(() => page.url()).toBe(`${origin}/`)
  await expect(page.getByRole('dialog')).toBeHidden()

  const linkVk = async () => {
    await page.goto('/linksocialnetworks')
    await page.getByRole('button', { name: en('social.link.named', { network: 'VK' }) }).click()
    await page.getByLabel('login').fill(`vk-${person.id}`)
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.waitForURL(`${origin}/linksocialnetworks`)
  }
  await signInByCookie(context, person.id)
  await linkVk()
  await expect(page.getByText(en('social.linked.now', { network: 'VK' }))).toBeVisible()
  await page.getByRole('link', { name: en('social.link.continue') }).click()
  await atHome(page)
  expect(await linksOf(person.id)).toEqual(['vkontakte'])

  await signOutByLink(page, en)
  await expect(signInPage(page, en).heading).toBeVisible()
  await signInByCookie(context, other.id)
  await linkVk()
  const dialog = page.getByRole('dialog', { name: en('social.error.title'), exact: true })
  await expect(dialog).toContainText(en('social.error.link_social_id_already_taken', { network: 'VK' }))
  await dialog.getByRole('button', { name: en('ui.ok') }).click()
  expect(await linksOf(other.id)).toEqual([])
})

test('the last way in stays: unlinking it is refused with a reason, and a failed unlink is reported and the link shown again [ACC-35]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/409|500/)
  const person = await newMember('kurso')
  await withDatabase(async client => {
    await client.query('update users set password_hash = null where id = $1', [person.id])
    await client.query(
      `insert into user_external_auths (user_id, brand_id, source, external_id) values ($1, 'kurso', 'facebook', $2)`,
      [person.id, `only-${person.id}`],
    )
  })
  await signInByCookie(context, person.id)
  await page.goto('/user/social-networks')
  const unlink = async () => {
    await page.getByRole('button', { name: en('social.unlink.named', { network: 'Facebook' }) }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('social.unlink'), exact: true })
      .click()
  }
  await unlink()
  await expect(page.getByRole('alert')).toContainText('This is your only way to sign in')
  await page.route('**/user-external-auths/*', route => route.fulfill({ status: 500, json: { code: 'server_error' } }))
  const reported = page.evaluate(
    () => new Promise(resolve => addEventListener('error', ({ error }) => resolve(error.name))),
  )
  noise.expect(/RequestError|failed with status 500/)
  await unlink()
  expect(await reported).toBe('RequestError')
  await expect(page.getByRole('alert')).toContainText('Facebook was not unlinked')
  await expect(page.getByRole('listitem').filter({ hasText: 'Facebook' })).toContainText(en('social.linked'))
})

test('a forged return address signs nobody in or out and shows none of its own words [ACC-32] [SEC-06]', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/401/)
  const lure = '/?action=login&method=google&status=fail&errorCode=unknown_error&errorMessage='
  await page.goto(`${lure}${encodeURIComponent('Call +1 555 0100 <img src=x onerror=alert(1)>')}`)
  const dialog = page.getByRole('dialog', { name: en('social.error.title'), exact: true })
  await expect(dialog).toContainText('Google')
  await expect(dialog).not.toContainText('555')
  await page.goto('/?action=login&method=google&status=success&token=made-up')
  await expect(dialog).toContainText('already been used')
  await dialog.getByRole('button', { name: en('ui.ok') }).click()
  const token = await signInByCookie(context, (await newMember('kurso')).id)
  await page.goto('/home?action=login&method=google&status=success&token=made-up')
  await page.waitForURL(`${origin}/home`)
  expect(await sessionOf(page)).toBe(token)
})
