import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

const entries = ['main', 'course-command', 'person-command'].filter(name => existsSync(`server/app/${name}.ts`))

/** The server in one folder of plain JavaScript; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/server',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map(name => [name, `server/app/${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
