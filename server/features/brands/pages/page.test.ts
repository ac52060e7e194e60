import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Brands, loadBrands } from '../load-brands.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { installManifestOf, pageOf, studioPageOf } from './page.ts'

const template = '<html lang="%LANG%"><head><!--kurso:head--></head></html>'
const manifest = {
  'index.html': { file: 'assets/index-x.js', imports: ['_request.js'], css: ['assets/index-x.css'] },
  '_request.js': { file: 'assets/request-x.js' },
  '_vendor.js': { file: 'assets/vendor-x.js' },
  '_shared.js': { file: 'assets/shared-x.js', imports: ['_vendor.js', '_request.js'], css: ['assets/shared-x.css'] },
  '_drawing.js': { file: 'assets/drawing-x.js', name: 'drawing', imports: ['_vendor.js'] },
  '_sign-in.js': { file: 'assets/sign-in-x.js', name: 'sign-in', imports: ['_drawing.js'] },
  'app/SignedInApp.tsx': {
    file: 'assets/SignedInApp-x.js',
    imports: ['_shared.js'],
    css: ['assets/SignedInApp-x.css'],
  },
  '../virtual:copy/web/ru': { file: 'assets/copy-ru-x.js' },
  '../virtual:copy/web/ru/home': { file: 'assets/texts-ru-x.js' },
}
let brands: Brands
beforeAll(async () => {
  brands = await loadBrands(join(projectRoot, 'brands'))
})

const brandOf = (id: string) => brands.byId.get(id) ?? brands.default

test('a page carries its brand’s title, theme and configuration in the reader’s language [BRD-06, BRD-09, LNG-01]', () => {
  const page = pageOf(template, manifest, { brand: brandOf('face'), language: 'ru', isSignedIn: false })
  expect(page).toContain('<html lang="ru">')
  expect(page).toContain(`--brand-accent:${brandOf('face').site.theme.accent}`)
  expect(page).toContain('href="/v/assets/copy-ru-x.js"')
  expect(page).toContain('"appId":"face"')
  expect(page).not.toContain(brandOf('kurso').site.theme.accent)
})

test('no text of a brand can end the script or the title it stands in', () => {
  const evil = structuredClone(brandOf('kurso'))
  evil.site.title.en = '</title><script>alert(1)</script>'
  evil.site.footers = [{ en: '</script><script>alert(2)</script>', ru: '', es: '' }]
  const page = pageOf(template, manifest, { brand: evil, language: 'en', isSignedIn: true })
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page.match(/<\/script/g)).toHaveLength(1)
})

test('the app installs under the brand’s own name', () => {
  expect(installManifestOf(brandOf('mind'), 'en')).toMatchObject({ short_name: brandOf('mind').site.name, scope: '/' })
})

test('a page links the files of its first screen, each once and without those of the entry', () => {
  const files = (isSignedIn: boolean) =>
    [
      ...pageOf(template, manifest, { brand: brandOf('kurso'), language: 'ru', isSignedIn }).matchAll(
        /href="\/v\/([^"]+)"/g,
      ),
    ]
      .map(match => match[1] ?? '')
      .sort()
  expect(files(false)).toEqual(
    ['copy-ru-x.js', 'drawing-x.js', 'sign-in-x.js', 'vendor-x.js'].map(file => `assets/${file}`).sort(),
  )
  expect(files(true)).toEqual(
    [
      'SignedInApp-x.css',
      'SignedInApp-x.js',
      'copy-ru-x.js',
      'drawing-x.js',
      'shared-x.css',
      'shared-x.js',
      'texts-ru-x.js',
      'vendor-x.js',
    ]
      .map(file => `assets/${file}`)
      .sort(),
  )
})

test('the studio’s page has the brand’s look and links only its own files [STF-01]', () => {
  const built = {
    'index.html': { file: 'assets/index-y.js', imports: ['_vendor.js'] },
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
