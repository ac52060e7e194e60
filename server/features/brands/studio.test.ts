import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPupil, insertHomeworkCourse } from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
let version = 0
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn({ role: 'admin' })
})
afterAll(() => app.close())

type Override = Record<string, unknown>
async function say(override: Override, over = version, language: 'en' | 'ru' | 'es' = 'en') {
  const answer = await admin.call('PUT /studio/brand', { body: { override, version: over }, language })
  if (answer.status === 200) version = answer.data.version
  return answer
}
const config = async () => (await app.visitor.call('GET /external-application-config')).data.data.config
const site = async () =>
  (await app.server.inject({ url: '/spa/api/v1/site-configuration', headers: { host: 'localhost' } })).json().domain

test('the studio’s changes apply at once, and the rest stays as in the file [STF-10, BRD-09]', async () => {
  const before = await config()
  expect((await site()).name).toBe('Kurso')
  const override = { site: { name: 'Kurso two', theme: { accent: '#0b5cad' } }, config: { isChatSupport: false } }
  const { status, data, statements } = await say(override)
  expect(status).toBe(200)
  expect(statements).toBeLessThanOrEqual(5)
  expect(data).toMatchObject({ version: 1, override, set_aside: [], updated_by: { id: admin.userId } })
  expect(await site()).toMatchObject({ name: 'Kurso two', spa_theme: { accent: '#0b5cad' } })
  expect(await config()).toEqual({ ...before, isChatSupport: false })
  const learner = await app.signIn()
  expect((await learner.call('GET /chats')).status).not.toBe(500)
  expect(
    (await app.visitor.call('GET /external-application-config', { appId: 'face' })).data.data.config,
  ).toMatchObject({
    isChatSupport: true,
  })
  await say({})
  expect(await site()).toMatchObject({ name: 'Kurso' })
  expect(await config()).toEqual(before)
})

test('a feature turned off in the studio is off for every call at once [BRD-05, STF-10]', async () => {
  const { client, chatId } = await addPupil(app, await insertHomeworkCourse(app))
  const status = async () => (await client.call('GET /chats/:id', { params: { id: chatId } })).status
  expect(await status()).toBe(200)
  await say({ config: { isChatSupport: false } })
  expect(await status()).toBe(404)
  await say({})
  expect(await status()).toBe(200)
})

test('topics of support are what the studio says, at once; one that another field names is not removed [STF-09]', async () => {
  const learner = await app.signIn()
  const topics = async () => (await learner.call('GET /support-category')).data
  const before = await topics()
  const file = (await admin.call('GET /studio/brand')).data.file as { supportCategoryList: object[] }
  const title = { en: 'Certificates', ru: 'Сертификаты', es: 'Certificados' }
  const added = { id: 77, sort: 0, target: null, title }
  await say({ supportCategoryList: [...file.supportCategoryList, added] })
  expect(await topics()).toHaveLength(before.length + 1)
  expect(JSON.stringify(await topics())).toContain('Certificates')
  const { status, data } = await say({ supportCategoryList: [added] })
  expect([status, Object.keys((data as unknown as { errors: object }).errors)[0]]).toEqual([
    422,
    'config.supportCategories.passHomework',
  ])
  expect(await topics()).toHaveLength(before.length + 1)
  await say({})
  expect(await topics()).toEqual(before)
})

test('values equal to the file’s are not stored; nullable and optional ones can be removed [STF-10]', async () => {
  const { data } = await admin.call('GET /studio/brand')
  const { site: fileSite } = data.file as { site: { name: string; footers: unknown[] } }
  const said = await say({ site: { name: fileSite.name, footers: [], theme: { hue: null } }, config: {} })
  const theme = (data.file as { site: { theme: { hue?: number } } }).site.theme
  expect(said.data.override).toEqual({
    site: { ...(fileSite.footers.length && { footers: [] }), theme: { hue: null } },
  })
  expect(theme.hue).toBeTypeOf('number')
  expect((await site()).spa_theme.hue).toBeNull()
  await say({})
})

test.each<[string, Override, string]>([
  ['site.theme.accent', { site: { theme: { accent: '#ffd84d' } } }, 'contrast'],
  ['site.name', { site: { name: '<b>x</b>' } }, 'one line of text'],
  ['config.daysShowWarning', { config: { daysShowWarning: 'three' } }, 'integer'],
  // A size without its unit is no number of bytes.
  ['config.uploadMaxBytes', { config: { uploadMaxBytes: '5000000' } }, 'integer'],
  ['config.isChatSuport', { config: { isChatSuport: true } }, 'not a known field'],
  ['site.logo', { site: { logo: 'nowhere.svg' } }, 'cannot be read'],
  ['domains', { domains: ['mine.example.com'] }, 'not a known field'],
  ['isDefault', { isDefault: false }, 'not a known field'],
  ['site.defaultLanguage', { site: { defaultLanguage: 'es', languages: ['ru'] } }, 'does not offer'],
  [
    'config.userInfoChat[0].message.ru',
    { config: { userInfoChat: [{ name: 'a', type: 'text', required: true, message: { en: 'A', es: 'A' } }] } },
    'missing',
  ],
])(
  'refuses a brand whose %s is wrong, at the place, in the language, and changes nothing [BRD-10, STF-10]',
  async (place, override, reason) => {
    const before = await site()
    const refused = await say(override)
    expect([refused.status, refused.data.code]).toEqual([422, 'brand_invalid'])
    expect(refused.data.errors?.[place]?.[0]?.toLowerCase()).toContain(reason)
    for (const language of ['ru', 'es'] as const) {
      const text = (await say(override, version, language)).data.errors?.[place]?.[0] ?? ''
      expect(text).toMatch(language === 'ru' ? /[а-яё]/i : /^[A-ZÁÉÍÓÚÑ]/)
      expect(text).not.toMatch(/не подходит$|no es válido$|must|is /)
    }
    const { problems } = (await admin.call('POST /studio/brand/check', { body: { override } })).data
    expect(problems.map(problem => problem.place)).toContain(place)
    expect(await site()).toEqual(before)
  },
)

test('nobody overwrites what they have not seen; of two saves at once one is refused [STF-10]', async () => {
  const seen = version
  const answers = await Promise.all([say({ site: { name: 'One' } }, seen), say({ site: { name: 'Two' } }, seen)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect((await say({}, seen)).data.code).toBe('brand_changed')
  expect((await say({}, 999)).data.code).toBe('brand_changed')
  await say({})
})

test('each change is logged by path, with its old and new value [STF-10, STF-13]', async () => {
  const { name } = await site()
  await say({ site: { name: 'Logged' }, config: { daysShowWarning: 9 } })
  const [entry] = (await admin.call('GET /studio/audit-log', { query: { action: 'brand.change' } })).data
  expect(entry).toMatchObject({
    actor: { id: admin.userId },
    target_type: 'brand',
    detail: { 'site.name': { from: name, to: 'Logged' }, 'config.daysShowWarning': { from: 3, to: 9 } },
  })
  expect(Object.keys(entry?.detail ?? {})).toHaveLength(2)
  await say({})
})

test('an override that no longer fits its file is set aside as a whole, with the reasons, and can be fixed [BRD-10]', async () => {
  const broken = { site: { name: 'Half', theme: { accent: '#ffd84d' } } }
  await app.db.query({
    text: `update brand_overrides set override = $1, version = version + 1 where brand_id = 'kurso'`,
    values: [JSON.stringify(broken)],
  })
  const { data } = await admin.call('GET /studio/brand')
  version = data.version
  expect(data.set_aside.map(problem => problem.place)).toEqual(['site.theme.accent'])
  expect(data.override).toEqual(broken)
  expect(data.effective).toEqual(data.file)
  expect((await site()).name).not.toBe('Half')
  const mended = await say({ site: { name: 'Whole' } })
  expect(mended.data.set_aside).toEqual([])
  expect((await site()).name).toBe('Whole')
  await say({})
})

const upload = (bytes: Buffer | string) =>
  admin.call('POST /studio/brand/pictures', { body: { data: Buffer.from(bytes).toString('base64') } })

test('a picture is taken by its bytes, named by the brand, served, and no other brand’s to name [STF-10, BRD-09]', async () => {
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b5cad' } })
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>'
  const [png, webp, svg] = [
    await upload(await square.png().toBuffer()),
    await upload(await square.webp().toBuffer()),
    await upload(drawing),
  ]
  expect([png, webp, svg].map(({ data }) => data.name.replace(/[0-9a-f]{24}/, '#'))).toEqual([
    'kurso-#.png',
    'kurso-#.webp',
    'kurso-#.svg',
  ])
  expect((await upload(drawing)).data.name).toBe(svg.data.name)
  expect((await say({ site: { logo: png.data.name } })).status).toBe(200)
  const other = await app.signIn({ role: 'admin', brandId: 'face' })
  const body = { override: { site: { logo: png.data.name } }, version: 0 }
  const stolen = await other.call('PUT /studio/brand', { body, appId: 'face' })
  expect(Object.keys(stolen.data.errors ?? {})).toEqual(['site.logo'])
  await say({})
})

test('files that are not pictures, could run something or are too large are refused [STF-10, BRD-10]', async () => {
  const wrong = [
    'hello',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]),
    `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(263_000)}</svg>`,
  ]
  for (const bytes of wrong) expect((await upload(bytes)).data.code).toBe('picture_unusable')
  expect((await upload(Buffer.alloc(300_000))).status).toBe(422)
})

test('a brand takes 60 pictures a day beside those it uses [STF-10, SEC-08]', async () => {
  await app.db.query({
    text: `insert into brand_pictures (name, brand_id, mime, bytes)
           select 'kurso-filler-' || n, 'kurso', 'image/png', '' from generate_series(1, 60) n`,
  })
  const refused = await upload('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>')
  expect([refused.status, refused.data.code]).toEqual([409, 'too_many_pictures'])
  await app.db.query({ text: `delete from brand_pictures where name like 'kurso-filler-%'` })
  expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>')).status).toBe(200)
})
