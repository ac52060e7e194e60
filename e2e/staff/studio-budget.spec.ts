import { readFileSync } from 'node:fs'
import { newStaff, signInToStudio } from '../pages/studio-page.ts'
import { declaredAddresses } from '../screens/declared-addresses.ts'
import { settled } from '../screens/screen.ts'
import { expect, test } from '../test.ts'

// The longest of its languages.
test.use({ locale: 'ru' })

/** What of the studio only those need who edit, play or upload something, by its source in the list of built files. */
const ofEditors = [
  'features/courses/draft/DraftScreen.tsx',
  'features/brands/BrandScreen.tsx',
  'features/billing/services/ServiceScreen.tsx',
  '../kit/features/courses/markdown/MarkdownText.tsx',
  '../node_modules/hls.js/dist/hls.light.mjs',
  '../node_modules/hls.js/dist/hls.mjs',
  '../node_modules/tus-js-client/lib.esm/browser/index.js',
]

/** Where the studio lists something, and not where somebody enters it or edits the brand. */
const lists = declaredAddresses().filter(
  address => /^\/admin\/[\w-]+$/.test(address) && !/\/(brand|invitation|letter|setup)$/.test(address),
)

test('the lists of the studio take at most 250 kB of compressed script each, and nothing of its editors @once', async ({
  page,
  context,
}) => {
  const manifest = new URL('../../build/studio/.vite/manifest.json', import.meta.url)
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string } | undefined>
  const editors = ofEditors.map(source => `/admin/v/${built[source]?.file}`)
  expect(editors).not.toContain('/admin/v/undefined')
  const asked = new Set<string>()
  page.on('request', request => asked.add(new URL(request.url()).pathname))
  await signInToStudio(context, (await newStaff('admin', 'Olga')).id)
  expect(lists.length).toBeGreaterThan(10)
  for (const path of lists) {
    await page.goto(path)
    await settled(page)
    const bytes = await page.evaluate(() =>
      // What the browser has kept from the list before counts as well.
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    expect(bytes / 1000, path).toBeGreaterThan(140)
    expect(bytes / 1000, path).toBeLessThanOrEqual(250)
  }
  await page.waitForLoadState('networkidle')
  expect(editors.filter(file => asked.has(file))).toEqual([])
  await page.goto('/admin/brand')
  await settled(page)
  expect(editors.filter(file => asked.has(file))).toHaveLength(1)
})
