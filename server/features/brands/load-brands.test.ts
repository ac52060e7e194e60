import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { BrandFileError, brandByAppId, brandByHost, defaultBrand, loadBrands } from './load-brands.ts'

const shipped = join(projectRoot, 'brands')
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brands '))
  await cp(shipped, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

/** Changes one file's JSON and returns the error of loading the folder. */
async function refusalAfter(file: string, change: (brand: Record<string, Record<string, unknown>>) => void) {
  const brand = JSON.parse(await readFile(join(folder, file), 'utf8'))
  change(brand)
  await writeFile(join(folder, file), JSON.stringify(brand))
  return refusal()
}

async function refusal(): Promise<BrandFileError> {
  const error = await loadBrands(folder).catch((thrown: unknown) => thrown)
  if (!(error instanceof BrandFileError)) throw new Error('The folder was accepted')
  return error
}

test('loads the eight brands, each with the pictures it names [BRD-01, BRD-09]', async () => {
  const brands = await loadBrands(shipped)
  expect(brands.list.map(brand => brand.id).sort()).toEqual(
    ['dev', 'face', 'iqface', 'kurso', 'local', 'mind', 'takeclass', 'web'].sort(),
  )
  for (const brand of brands.list) expect(brands.assets.get(brand.site.logo)?.mime).toBe('image/svg+xml')
})

test('finds a brand by application id and by host, and the default one otherwise [BRD-01]', async () => {
  const brands = await loadBrands(shipped)
  expect(brandByAppId(brands, 'face')?.id).toBe('face')
  expect(brandByAppId(brands, 'nobody')).toBeUndefined()
  expect(brandByAppId(brands, '__proto__')).toBeUndefined()
  expect(defaultBrand(brands).id).toBe('kurso')
  expect(brandByHost(brands, 'MIND.localhost:4000').id).toBe('mind')
  expect(brandByHost(brands, 'localhost').id).toBe('kurso')
  expect(brandByHost(brands, 'school.example.com').id).toBe('kurso')
  expect(brandByHost(brands, undefined).id).toBe('kurso')
})

test('accepts a ninth brand from a file alone [BRD-09]', async () => {
  const ninth = JSON.parse(await readFile(join(folder, 'mind.json'), 'utf8'))
  await writeFile(join(folder, 'ninth.json'), JSON.stringify({ ...ninth, id: 'ninth', domains: ['ninth.example.com'] }))
  const brands = await loadBrands(folder)
  expect(brandByHost(brands, 'ninth.example.com').id).toBe('ninth')
})

test('a field of a brand file wins over the default, the others stay [BRD-02, BRD-03]', async () => {
  const brands = await loadBrands(folder)
  expect(brandByAppId(brands, 'face')?.config.supportCategories.passHomework).toBe(3)
  expect(brandByAppId(brands, 'web')?.config.supportCategories.passHomework).toBe(10)
})

test('names the line where a file is not JSON [BRD-10]', async () => {
  await writeFile(join(folder, 'face.json'), '{\n  "id": "face",\n  "domains": [,]\n}')
  const error = await refusal()
  expect(error.file).toBe('face.json')
  expect(error.message).toContain('line 3, column 15: expected a value')
})

test('refuses a file that is not a single object [BRD-10]', async () => {
  await writeFile(join(folder, 'face.json'), '[]')
  expect((await refusal()).message).toContain('face.json')
})

test.each<[string, string, (brand: Record<string, Record<string, unknown>>) => void]>([
  [
    'config.daysShowWarning',
    'must be integer',
    brand => Object.assign(brand.config ?? {}, { daysShowWarning: 'three' }),
  ],
  ['config.isChatSuport', 'is not a known field', brand => Object.assign(brand.config ?? {}, { isChatSuport: true })],
  ['site.name', 'is missing', brand => delete brand.site?.name],
  ['site.theme.accent', 'a colour', brand => Object.assign(brand.site?.theme ?? {}, { accent: 'raspberry' })],
  ['site.theme.accent', 'contrast', brand => Object.assign(brand.site?.theme ?? {}, { accent: '#ffd84d' })],
  ['site.theme.font', 'pattern', brand => Object.assign(brand.site?.theme ?? {}, { font: 'x;}body{display:none' })],
  ['site.languages[0]', 'one of en, ru, es', brand => Object.assign(brand.site ?? {}, { languages: ['fr'] })],
  ['site.defaultLanguage', 'does not offer', brand => Object.assign(brand.site ?? {}, { languages: ['es'] })],
  ['site.logo', 'the name of an svg', brand => Object.assign(brand.site ?? {}, { logo: '../../secret.svg' })],
  ['site.logo', 'cannot be read', brand => Object.assign(brand.site ?? {}, { logo: 'nowhere.svg' })],
  ['site.name', 'one line of text', brand => Object.assign(brand.site ?? {}, { name: '<b>Face</b>' })],
  [
    'site.whatsAppNumber',
    'or null',
    brand => Object.assign(brand.site ?? {}, { whatsAppNumber: 'javascript:alert(1)' }),
  ],
  ['configVersion', 'must be', brand => Object.assign(brand, { configVersion: 12 })],
])(
  'refuses a brand file whose %s is wrong, naming file, field and reason (%s) [BRD-10]',
  async (place, reason, change) => {
    const error = await refusalAfter('face.json', change)
    expect(error.file).toBe('face.json')
    expect(error.problems.map(problem => problem.place)).toContain(place)
    expect(error.message).toContain('face.json')
    expect(error.message).toContain(reason)
  },
)

test.each<[string, string, (brand: Record<string, unknown>) => void]>([
  ['id', 'dev', brand => Object.assign(brand, { id: 'dev' })],
  ['domains[0]', 'dev.localhost', brand => Object.assign(brand, { domains: ['dev.localhost'] })],
])('refuses a %s that another file has [BRD-10]', async (place, value, change) => {
  const error = await refusalAfter('face.json', change)
  expect(error.problems).toEqual([{ place, reason: `is ${value}, as in dev.json already` }])
})

test('refuses two default brands, and none [BRD-10]', async () => {
  expect((await refusalAfter('web.json', brand => Object.assign(brand, { isDefault: true }))).problems[0]?.place).toBe(
    'isDefault',
  )
  await writeFile(join(folder, 'web.json'), await readFile(join(shipped, 'web.json')))
  expect((await refusalAfter('kurso.json', brand => Object.assign(brand, { isDefault: false }))).message).toContain(
    'isDefault',
  )
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://example.com/x"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><path fill="url(https://example.com/x)"/></svg>',
  '<?xml-stylesheet type="text/xsl" href="/x"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  '<html><svg/></html>',
])('refuses a logo that could run or fetch something: %s [BRD-10]', async svg => {
  await writeFile(join(folder, 'assets/face.svg'), svg)
  const error = await refusal()
  expect(error.file).toBe('face.json')
  expect(error.problems[0]?.place).toBe('site.favicon')
})
