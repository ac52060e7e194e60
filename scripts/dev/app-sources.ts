import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import type { FirstFiles } from '../../shared/platform/first-files.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => void
export type AppSources = Awaited<ReturnType<typeof openAppSources>>

const noFirstFiles = { always: [], signedIn: [], screens: [], copy: {} }

const apps = [
  { name: 'web', base: '/v/', configFile: 'vite.config.ts' },
  { name: 'studio', base: '/admin/v/', configFile: 'vite.studio.config.ts' },
]

type Given = {
  root: string
  cache: string
  /** Carries what Vite tells the pages. */
  front: Server
  nonce: string
}

/**
 * Both apps from their sources, at the same addresses as their built files. `cache`/pages holds for each app what the server
 * makes its pages of, as the build leaves it: an index.html, here with Vite's client and the source entry, and what is built,
 * here nothing.
 */
export async function openAppSources({ root, cache, front, nonce }: Given) {
  const servers = await Promise.all(
    apps.map(({ name, base, configFile }) =>
      createServer({
        configFile: join(root, configFile),
        base,
        cacheDir: join(cache, `vite-${name}`),
        appType: 'custom',
        logLevel: 'warn',
        html: { cspNonce: nonce },
        server: { middlewareMode: true, ws: { server: front } },
      }),
    ),
  )

  const writePages = () => writeAllPages(root, cache, servers)
  await writePages()

  return {
    /** Makes the pages' templates again from index.html. */
    writePages,
    /** Who answers an address from the sources; undefined for what is the server's. */
    answererOf(path: string): Answerer | undefined {
      if (path === '/service-worker.js') return leaveToNetwork
      return servers[apps.findIndex(({ base }) => path.startsWith(base))]?.middlewares
    },
    /** Calls back with each changed file among the given files and folders of the project. */
    watch(folders: readonly string[], onChange: (file: string) => void) {
      const [first] = servers
      first?.watcher.add(folders.map(folder => join(root, folder)))
      first?.watcher.on('all', (_event, file) => {
        if (folders.some(folder => `${file}/`.startsWith(join(root, folder, '/')))) onChange(file)
      })
    },
    /** Shows an error over every open page. */
    showError({ message, stack = '' }: Error) {
      for (const { ws } of servers) ws.send({ type: 'error', err: { message, stack } })
    },
    /** Loads every open page again. */
    reload() {
      for (const { ws } of servers) ws.send({ type: 'full-reload' })
    },
    async close() {
      await Promise.all(servers.map(server => server.close()))
    },
  }
}

async function writeAllPages(root: string, cache: string, servers: readonly ViteDevServer[]) {
  await Promise.all(
    servers.map((server, index) => {
      const { name = '' } = apps[index] ?? {}
      return writePage(server, join(root, name, 'index.html'), join(cache, 'pages', name))
    }),
  )
}

async function writePage(server: ViteDevServer, source: string, folder: string) {
  const tokens = readFileSync(join(source, '../../kit/ui/tokens.css'), 'utf8')
  const first: FirstFiles = { ...noFirstFiles, tokens }
  mkdirSync(join(folder, '.vite'), { recursive: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, '.vite/first-files.json'), JSON.stringify(first))
  writeFileSync(
    join(folder, 'index.html'),
    await server.transformIndexHtml('/index.html', readFileSync(source, 'utf8')),
  )
}

/** A worker that an earlier `npm start` left at this address would answer from what it kept; this one takes its place and goes. */
function leaveToNetwork(_request: IncomingMessage, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(`
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll()) client.navigate(client.url)
})()))
`)
}
