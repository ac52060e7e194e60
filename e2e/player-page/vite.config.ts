import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { copyPlugin } from '../../scripts/build/copy-plugin.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The player alone with small clips: for the eye, and for e2e/learning/player.spec.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: `${project}e2e/clips`,
  cacheDir: `${project}node_modules/.vite-player`,
  plugins: [react(), copyPlugin(project)],
  optimizeDeps: { include: ['hls.js', 'hls.js/light', 'react', 'react-dom/client', 'wouter'] },
  server: { fs: { allow: [project] } },
})
