import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { copyPlugin } from './scripts/build/copy-plugin.ts'
import { precompressPlugin } from './scripts/build/precompress-plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const vendor = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt|use-sync-external-store)\//
/** What draws any page, and the parts that sign-in and the screens behind it share. */
const drawing =
  /\/web\/(app\/(render|App)|platform\/analytics)\.tsx?$|\/kit\/(form\/[\w-]+|request\/online|ui\/(\w+\/)?(clock|Button|LinkButton|Notice|TextField)|features\/brands\/\w+Switch)\.tsx?$/
const signIn = /\/web\/features\/accounts\/LoginScreen\.tsx$/
const ownModule = /\/(kit|shared|web)\/(?!.*virtual:copy)/
/** What the screens behind the sign-in share; the query cache is asked for there only. */
const sharedModule =
  /node_modules\/@tanstack\/|\/(kit|shared|web)\/(?!.*virtual:copy|features\/(accounts\/(\w+\/|password|phone|profile|birthday|instagram|social|consent|time-zone)|(media|chat|homework|consultations|notifications|support|billing)\/)|live\/|ui\/(\w+\/)?(Checkbox|Switch|TextArea|SelectField|Dialog|QuestionDialog)\.|platform\/DocumentViewer|features\/(streams\/StreamFailure|courses\/(CourseText|markdown\/addresses))\.)/
/** What the calendar, a day and homework show and home does not. */
const learningModule = /\/web\/features\/(streams\/StreamFailure|courses\/(CourseText|markdown\/addresses))\./
/** What is asked and shown over a page. */
const dialogModule = /\/kit\/ui\/(\w+\/)?(Dialog|QuestionDialog)\.|\/web\/platform\/DocumentViewer/
/** What forms are made of beside a line of text; the first screens have none. */
const formModule = /\/kit\/ui\/(\w+\/)?(Checkbox|Switch|TextArea|SelectField)\./
const consentModule = /\/features\/accounts\/consent/
/** The networks to sign in with: wanted on the sign-in, which has nothing of the screens behind it. */
const networksModule =
  /\/web\/features\/accounts\/social\/(SocialButtons|NetworkMark|offered|set-out|Social\.module)|\/shared\/features\/accounts\/social\.ts$/
const filesModule = /\/kit\/features\/media\//
/** What is loaded once the first screen is drawn: the live connection and what follows it on every screen. */
const liveModule =
  /\/kit\/live\/(?!poll-link)|\/web\/(app\/live|features\/chat\/(data|ChatsWatch)|features\/homework\/HomeworkWatch|features\/support\/(SupportWatch|queries))\.tsx?$|\/shared\/features\/chat\/forms\.ts$/
const copyModule = /virtual:copy\/\w+\/(\w+)(\/home|\/talk|\/account)?$/
const copyNames: Record<string, string> = { '/home': 'texts', '/talk': 'talk', '/account': 'account' }

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

export default defineConfig(({ command, mode }) => ({
  root: join(root, mode === 'gallery' ? 'kit/ui/gallery' : 'web'),
  base: command === 'build' ? '/v/' : '/',
  plugins: [react(), copyPlugin(root), serviceWorker(), precompressPlugin()],
  build: {
    outDir: join(root, 'build/web'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    cssTarget: ['chrome123', 'safari18', 'firefox128'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: vendor, priority: 4 },
            // What runs before anything is drawn, sign-in with what it draws, and what the screens behind it share: few
            // files, since each costs a request.
            { name: 'start', test: ownModule, tags: ['$initial'], priority: 3 },
            { name: 'drawing', test: drawing, priority: 2.5 },
            { name: 'sign-in', test: signIn, priority: 2 },
            { name: 'networks', test: networksModule, priority: 1.5 },
            { name: 'screens', test: sharedModule, minShareCount: 2, priority: 1 },
            // Shared by some screens, needed by none of the first ones. Last, since a group takes what its parts import.
            { name: 'files', test: filesModule },
            { name: 'dialogs', test: dialogModule, minShareCount: 2 },
            { name: 'learning', test: learningModule, minShareCount: 2 },
            { name: 'forms', test: formModule, minShareCount: 2 },
            { name: 'consent', test: consentModule, minShareCount: 2 },
            { name: 'live', test: liveModule },
          ],
        },
        chunkFileNames(chunk) {
          const [, language, part = ''] = copyModule.exec(chunk.facadeModuleId ?? '') ?? []
          return `assets/${language ? `${copyNames[part] ?? 'copy'}-${language}` : '[name]'}-[hash].js`
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
}))
