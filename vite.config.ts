import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type PluginOption, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { planChunks } from './scripts/build/chunk-plan.ts'
import { copyPlugin } from './scripts/build/copy-plugin.ts'
import { firstFilesPlugin } from './scripts/build/first-files-plugin.ts'
import { precompressPlugin } from './scripts/build/precompress-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const copyModule = /virtual:copy\/\w+\/(\w+)(\/home|\/talk|\/account)?$/
const copyNames: Record<string, string> = { '/home': 'texts', '/talk': 'talk', '/account': 'account' }

/** What draws any page, in whatever state. */
const isOfEveryPage = (file: string) => /\/(rolldown-runtime|vendor|drawing)-/.test(file)
/** Whoever is signed in has it before any screen, and a visitor's page names its own files. */
const isAroundScreens = (file: string) => /\/screens-/.test(file)

/** What nearly every screen needs, in the order in which the lists of their files begin alike. */
const inMostLists = [
  'drawing',
  'screens',
  'sign-in',
  'live',
  'late',
  'checkout',
  'browser-uploads',
  'uploading',
  'account',
  'useInfiniteQuery',
]

function placeInList(file: string): number {
  const place = inMostLists.findIndex(name => file.startsWith(`assets/${name}-`))
  return place < 0 ? inMostLists.length : place
}

/** Names classes by their file and place: the names in the sources would be a part of the first script that hardly compresses. */
function shortNames() {
  const known = new Map<string, { file: string; names: string[] }>()
  return (name: string, from: string): string => {
    const file = relative(root, from)
    const key = createHash('sha256').update(file).digest('hex').slice(0, 6)
    const styles = known.get(key) ?? { file, names: [] }
    if (styles.file !== file) throw new Error(`The classes of ${styles.file} and ${file} would have the same names`)
    known.set(key, styles)
    if (!styles.names.includes(name)) styles.names.push(name)
    return `_${key}${styles.names.indexOf(name).toString(36)}`
  }
}

/** The worker is served at `/service-worker.js`, its files under `/v/`; copy and engines are cached when first used. */
function serviceWorker(): PluginOption {
  if (!existsSync(join(root, 'web/app/service-worker.ts'))) return []
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'app',
    filename: 'service-worker.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,svg}'],
      globIgnores: ['assets/copy-*', 'assets/hls*'],
      modifyURLPrefix: { '': '/v/' },
      dontCacheBustURLsMatching: /assets\//,
    },
  })
}

export default defineConfig(async ({ command, mode }): Promise<UserConfig> => {
  const isApp = command === 'build' && mode !== 'gallery'
  const plan = isApp ? await planChunks(root) : () => null
  const firstFiles = isApp && firstFilesPlugin(root)
  return {
    root: join(root, mode === 'gallery' ? 'kit/ui/gallery' : 'web'),
    base: command === 'build' ? '/v/' : '/',
    // The router brings for older versions of React what this one has itself.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    ...(isApp && { css: { modules: { generateScopedName: shortNames() } } }),
    plugins: [react(), copyPlugin(root), firstFiles, serviceWorker(), precompressPlugin({ isShortest: true })],
    build: {
      outDir: join(root, 'build/web'),
      emptyOutDir: true,
      manifest: true,
      // What every page has fetched by then is not fetched ahead with a screen: the first script would name it for each. In one
      // order the lists are alike, and take less room there.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, needed) =>
          needed
            .filter(name => isOfEveryPage(file) || !isOfEveryPage(name))
            .filter(name => name === file || !isAroundScreens(name))
            .toSorted((one, other) => placeInList(one) - placeInList(other) || (one < other ? -1 : 1)),
      },
      cssTarget: ['chrome123', 'safari18', 'firefox128'],
      rolldownOptions: {
        output: {
          codeSplitting: {
            // A group contains exactly what the plan says: a file imports only from earlier groups.
            includeDependenciesRecursively: false,
            groups: [
              { name: plan, priority: 1 },
              { name: 'start', tags: ['$initial'] },
            ],
          },
          chunkFileNames(chunk) {
            const [, language, part = ''] = copyModule.exec(chunk.facadeModuleId ?? '') ?? []
            return `assets/${language ? `${copyNames[part] ?? 'copy'}-${language}` : '[name]'}-[hash:7].js`
          },
          // The first script names every other file, and hashes compress badly: the fewer characters they are made of, the better.
          assetFileNames: 'assets/[name]-[hash:6][extname]',
          hashCharacters: 'hex',
        },
      },
    },
    server: {
      fs: { allow: [root] },
    },
  }
})
