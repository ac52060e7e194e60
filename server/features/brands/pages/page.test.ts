import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Brands, loadBrands } from '../load-brands.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { firstScreenOf, pageOf, studioPageOf } from './page.ts'
import type { FirstFiles } from '#shared/platform/first-files.ts'

const template = '<html lang="%LANG%"><head><!--kurso:head--></head></html>'
const first: FirstFiles = {
  always: ['assets/index-x.js', 'assets/drawing-x.js', 'assets/drawing-x.css'],
  tokens: ':root{--a:1}',
  signedIn: ['assets/screens-x.js', 'assets/drawing-x.js', 'assets/drawing-x.css'],
  screens: [
    { address: '^/?$', access: 'guest', copy: 'first', files: ['assets/sign-in-x.js', 'assets/drawing-x.js'] },
    { address: '^/home/?$', access: 'auth', copy: 'home', files: ['assets/screens-x.js'] },
    { address: '^/chat/[1-9]\\d*/?$', access: 'auth', copy: 'talk', files: ['assets/talk-x.js', 'assets/talk-x.css'] },
    { address: '^/document/?$', access: 'any', copy: 'talk', files: ['assets/document-x.js'] },
  ],
  copy: {
    ru: {
      first: { file: 'assets/copy-ru-x.js', messages: { 'a.first': 'Сначала' } },
      home: { file: 'assets/texts-ru-x.js', messages: { 'a.home': 'Дома' } },
      talk: { file: 'assets/talk-ru-x.js', messages: { 'a.talk': '</script>' } },
    },
  },
}
let brands: Brands
beforeAll(async () => {
  brands = await loadBrands(join(projectRoot, 'brands'))
})

const brandOf = (id: string) => brands.byId.get(id) ?? brands.default

test('a page carries its brand’s title, theme and configuration in the reader’s language [BRD-06, BRD-09, LNG-01]', () => {
  const page = pageOf(template, first, { brand: brandOf('face'), language: 'ru', isSignedIn: false, screen: undefined })
  expect(page).toContain('<html lang="ru">')
  expect(page).toContain(`--brand-accent:${brandOf('face').site.theme.accent}`)
  expect(page).toContain('{"first":{"a.first":"Сначала"}}')
  expect(page).toContain('"appId":"face"')
  expect(page).not.toContain(brandOf('kurso').site.theme.accent)
})

test('no text of a brand can end the script or the title it stands in', () => {
  const evil = structuredClone(brandOf('kurso'))
  evil.site.title.en = '</title><script>alert(1)</script>'
  evil.site.footers = [{ en: '</script><script>alert(2)</script>', ru: '', es: '' }]
  const page = pageOf(template, first, { brand: evil, language: 'en', isSignedIn: true, screen: undefined })
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script/g)).toHaveLength(2)
})

test('a page names the manifest of its language and the icon of a home screen [OFF-01]', () => {
  const page = pageOf(template, first, { brand: brandOf('mind'), language: 'ru', isSignedIn: true, screen: undefined })
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest?lang=ru">')
  expect(page).toMatch(/<link rel="apple-touch-icon" href="\/brands\/app\/touch-180\.png\?v=[0-9a-f]{8}">/)
  expect(page).toContain(`<meta name="apple-mobile-web-app-title" content="${brandOf('mind').site.name}">`)
})

/** The page of a visit to `path`. */
function pageAt(path: string, isSignedIn: boolean): string {
  const brand = brandOf('kurso')
  const screen = firstScreenOf(first, path, { brand, isSignedIn })
  return pageOf(template, first, { brand, language: 'ru', isSignedIn, screen })
}

const draws = ['drawing-x.css', 'drawing-x.js', 'index-x.js']

test.each([
  ['sign-in', '/', false, ['sign-in-x.js'], ['first']],
  ['home, asked for by a guest, who has to sign in', '/home', false, ['sign-in-x.js'], ['first']],
  ['home', '/home/', true, ['screens-x.js'], ['first', 'home']],
  ['sign-in, which leads a learner on to home', '/', true, ['screens-x.js'], ['first', 'home']],
  ['a chat', '/chat/7', true, ['screens-x.js', 'talk-x.css', 'talk-x.js'], ['first', 'home', 'talk']],
  ['a document, of a guest', '/document', false, ['document-x.js'], ['first', 'talk']],
  ['a document, of a learner', '/document', true, ['document-x.js'], ['first', 'talk']],
  ['an unknown address', '/chat/x', true, ['screens-x.js'], ['first', 'home']],
])('the page of %s has the links and texts of its first screen, each once', (_, path, isSignedIn, own, parts) => {
  const page = pageAt(path, isSignedIn)
  const links = [...page.matchAll(/rel="(?:stylesheet|modulepreload)" crossorigin href="\/v\/assets\/([^"]+)"/g)]
  expect(new Set(links.map(([, file]) => file))).toEqual(new Set([...draws, ...own]))
  expect(links).toHaveLength(draws.length + own.length)
  const texts = JSON.parse(/id="copy">([^<]*)</.exec(page)?.[1] ?? '') as object
  expect(Object.keys(texts)).toEqual(parts)
})

test('a page names the texts that the device keeps, of this and of the other side of the sign-in', () => {
  for (const isSignedIn of [false, true]) {
    const kept = [...pageAt('/', isSignedIn).matchAll(/rel="kept" href="([^"]+)"/g)].map(([, file]) => file)
    expect(kept).toEqual(['/v/assets/copy-ru-x.js', '/v/assets/texts-ru-x.js'])
  }
})

test('the studio’s page has the brand’s look and links only its own files [STF-01]', () => {
  const built = {
    'index.html': { file: 'assets/index-y.js' },
    '_vendor.js': { file: 'assets/vendor-y.js' },
    '../virtual:copy/studio/ru': { file: 'assets/ru-y.js' },
    '../virtual:copy/studio/en': { file: 'assets/en-y.js' },
  }
  const page = studioPageOf(template, built, { brand: brandOf('face'), language: 'ru' })
  expect(page).toContain('<html lang="ru">')
  expect(page).toContain(`<title>${brandOf('face').site.name}</title>`)
  expect(page).toContain(`--brand-accent:${brandOf('face').site.theme.accent}`)
  expect(page).toContain('"appId":"face"')
  expect(page).not.toContain('manifest.webmanifest')
  expect([...page.matchAll(/href="(\/[^"]*\.js)"/g)].map(([, file]) => file)).toEqual(['/admin/v/assets/ru-y.js'])
})
