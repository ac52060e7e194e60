import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { projectRoot } from '#server/platform/project-root.ts'

/** Serves a bare page of React and a router from memory, compressed as ours; what a first visit is compared with. */
export async function serveBarePage() {
  const root = join(projectRoot, 'bench/bare-page')
  const built = await build({ root, configFile: false, logLevel: 'warn', build: { write: false } })
  if (!('output' in built)) throw new Error('The bare page was not built at once')
  const files = new Map(
    built.output.map(file => [
      file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
      brotliCompressSync(file.type === 'chunk' ? file.code : file.source),
    ]),
  )
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const body = files.get(path)
    if (!body) return response.writeHead(404).end()
    const type = path === '/' ? 'text/html' : 'text/javascript'
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
