// Builds the learner app of a next release into the folder given: it says which release it is, and its points screen is another file.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const [, , outDir] = process.argv
const added = {
  'web/app/main.ts': `document.documentElement.dataset.release = 'next'`,
  'web/features/points/PointsScreen.tsx': `console.debug('the points of the next release')`,
}
await build({
  configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'next-release',
      enforce: 'pre',
      transform(code, id) {
        const file = Object.keys(added).find(one => id.endsWith(`/${one}`))
        return file && `${code}\n${added[file]}\n`
      },
    },
  ],
})
