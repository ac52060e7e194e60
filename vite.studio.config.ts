import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { copyPlugin } from './scripts/build/copy-plugin.ts'
import { nativeSpreadPlugin } from './scripts/build/native-spread-plugin.ts'
import { precompressPlugin } from './scripts/build/precompress-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const vendor = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store|@tanstack)\//
const ownModule = /\/(kit|shared|studio)\/(?!.*virtual:copy)/

/** The staff app: its page is at /admin and its files under /admin/v/, outside the scope of the learner app's worker. */
export default defineConfig(({ command }) => ({
  root: join(root, 'studio'),
  base: command === 'build' ? '/admin/v/' : '/',
  plugins: [react(), copyPlugin(root), nativeSpreadPlugin(), precompressPlugin()],
  build: {
    outDir: join(root, 'build/studio'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    cssTarget: ['chrome123', 'safari18', 'firefox128'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendor, priority: 3 },
            { name: 'start', test: ownModule, tags: ['$initial'], priority: 2 },
            { name: 'screens', test: ownModule, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
}))
