// Builds the learner app of a next release into the folder given: it says which release it is, and its points screen is another file.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const [, , outDir] = process.argv
const changes = [
  ['web/app/main.ts', code => `${code}\ndocument.documentElement.dataset.release = 'next'\n`],
  ['web/features/points/PointsScreen.tsx', code => `${code}\nconsole.debug('the points of the next release')\n`],
]
await build({
  configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'next-release',
      enforce: 'pre',
      transform(code, id) {
        const change = changes.find(([file]) => id.endsWith(`/${file}`))?.[1]
        return change?.(code)
      },
    },
  ],
})
