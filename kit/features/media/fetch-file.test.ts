import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadCopy } from 'virtual:copy/web'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { onSessionLost, settings } from '#kit/request/connection.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { closeToast, shownToasts } from '#kit/ui/layers/toasts.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { saveFile } from './DownloadButton.tsx'
import { download, fetchFile } from './fetch-file.ts'

type Got = { method: string; url: string; headers: IncomingHttpHeaders }

const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))
const servers: Server[] = []
let got: Got[] = []
let origin = ''
let elsewhere = ''
let saved: { name: string; bytes: Promise<Buffer> }[] = []
let whileOpen: ServerResponse | undefined

/** A file server: private files only with the session, one that breaks off in the middle, one that never ends. */
async function startServer(): Promise<string> {
  const server = createServer(({ method = '', url = '', headers }, answer) => {
    got.push({ method, url, headers })
    const { pathname } = new URL(url, 'http://x')
    if (pathname === '/media/moved/video.mp4') return answer.writeHead(302, { location: `${elsewhere}/kept` }).end()
    if (pathname === '/media/lost') return answer.writeHead(401).end('{}')
    const isOpen = pathname === '/kept' || headers.authorization === 'Bearer secret'
    if (!isOpen) return answer.writeHead(404).end('{"code":"not_found","message":"Нет такого"}')
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': content.length })
    if (method === 'HEAD') return answer.end()
    if (pathname === '/media/cut') return answer.write(content.subarray(0, 1000), () => answer.destroy())
    if (pathname === '/media/endless') {
      whileOpen = answer
      return answer.write(content.subarray(0, 1000))
    }
    return answer.end(content)
  }).listen(0)
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Does what a browser does with a download link: fetches it itself, without the page's headers. */
function press(this: { href: string; download: string }) {
  const bytes = fetch(this.href, { headers: { authorization: 'Bearer secret' } })
    .then(answer => answer.arrayBuffer())
    .then(Buffer.from)
  saved.push({ name: this.download, bytes })
}

beforeAll(async () => {
  ;[origin, elsewhere] = [await startServer(), await startServer()]
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  got = []
  saved = []
  whileOpen = undefined
  Object.assign(settings, { origin: '', token: 'secret', userId: 4 })
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('document', { createElement: () => ({ href: '', download: '', click: press }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of shownToasts.read()) closeToast(id)
})

const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer())

test('a private file is fetched whole with the session [MED-07]', async () => {
  const { fileId, content: file } = await fetchFile({ url: '/media/a/~1-b/video.mp4', fileId: 7 })
  expect([fileId, file.type]).toEqual([7, 'video/mp4'])
  expect((await bytesOf(file)).equals(content)).toBe(true)
  expect(got[0]).toMatchObject({ method: 'GET', url: '/media/a/~1-b/video.mp4' })
})

test('another origin is requested without the session', async () => {
  await fetchFile({ url: `${elsewhere}/kept`, fileId: 7 })
  expect(got[0]?.headers.authorization).toBeUndefined()
})

test('a fetch without url or fileId is a programming error, before anything is asked [MED-07] [ERR-07]', async () => {
  for (const url of ['', null, undefined])
    await expect(fetchFile({ url, fileId: 7 })).rejects.toEqual(new Error('Url must be set'))
  for (const fileId of [0, undefined])
    await expect(fetchFile({ url: '/media/a', fileId })).rejects.toEqual(new Error('FileId must be set'))
  expect(got).toEqual([])
})

test('a download without source or target is a programming error, before anything is asked [MED-07] [ERR-07]', async () => {
  for (const source of ['', null, undefined])
    await expect(download({ source, target: 'a.mp4' })).rejects.toEqual(new Error('source must be set'))
  for (const target of ['', undefined])
    await expect(download({ source: '/media/a', target })).rejects.toEqual(new Error('target must be set'))
  expect([got, saved]).toEqual([[], []])
})

test('refusals, lost connections and aborts are told apart [MED-07]', async () => {
  settings.token = null
  const refused = await fetchFile({ url: '/media/a', fileId: 7 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RequestError)
  expect(refused).toMatchObject({ status: 404, code: 'not_found', reason: 'Нет такого' })
  settings.token = 'secret'
  await expect(fetchFile({ url: '/media/cut', fileId: 7 })).rejects.toBeInstanceOf(NetworkError)
  await expect(fetchFile({ url: 'http://127.0.0.1:1/a', fileId: 7 })).rejects.toBeInstanceOf(NetworkError)
  const stop = new AbortController()
  const given = fetchFile({ url: '/media/endless', fileId: 7, signal: stop.signal })
  await vi.waitFor(() => expect(whileOpen).toBeDefined())
  stop.abort(new Error('Left the screen'))
  await expect(given).rejects.toThrow('Left the screen')
  await expect(fetchFile({ url: '/media/a', fileId: 7, signal: stop.signal })).rejects.toThrow('Left the screen')
})

test('a session the server no longer knows is reported as lost', async () => {
  settings.token = 'once good'
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  await expect(fetchFile({ url: '/media/lost', fileId: 7 })).rejects.toBeInstanceOf(RequestError)
  stop()
  expect(lost).toHaveBeenCalledOnce()
})

test('an existing file is streamed to disk by the browser, under its name [MED-07]', async () => {
  await download({ source: '/media/a/~1-b/video.mp4', target: 'squat.mp4' })
  expect(got[0]).toMatchObject({ method: 'HEAD', url: '/media/a/~1-b/video.mp4' })
  expect(saved.map(({ name }) => name)).toEqual(['squat.mp4'])
  expect((await saved[0]?.bytes)?.equals(content)).toBe(true)
  expect(got[1]).toMatchObject({ method: 'GET', url: '/media/a/~1-b/video.mp4?download=' })
})

test('a file stored on another server is saved from there [MED-07]', async () => {
  await download({ source: '/media/moved/video.mp4', target: 'a.mp4' })
  expect((await saved[0]?.bytes)?.equals(content)).toBe(true)
})

test('an app away from the server fetches first, then saves [MED-07]', async () => {
  settings.origin = elsewhere
  await download({ source: '/media/a/video.mp4', target: 'a.mp4' })
  expect(got.map(({ method }) => method)).toEqual(['GET'])
  expect((await saved[0]?.bytes)?.equals(content)).toBe(true)
})

const file = (part: Partial<MediaFileWire>): MediaFileWire => ({
  id: 7,
  type: 1,
  name: '../squat.mov',
  mime: 'video/mp4',
  bytes: content.length,
  status: 'DONE',
  progress: 100,
  failure: null,
  url: '/media/a/master.m3u8',
  urls: null,
  mp4: '/media/a/video.mp4',
  m3u8: '/media/a/master.m3u8',
  preview: null,
  duration: 5,
  width: 400,
  height: 300,
  ...part,
})
const copyIn = async (language: 'en' | 'ru' | 'es') => createCopy(language, await loadCopy(language))

test('a video is saved as one file, a photo at its largest, under a safe name [MED-07]', async () => {
  const t = await copyIn('en')
  await saveFile(file({}), t)
  await saveFile(
    file({
      type: 2,
      name: 'me.HEIC',
      mp4: null,
      m3u8: null,
      urls: { large: '/media/b/large.webp', medium: '/m', small: '/s' },
    }),
    t,
  )
  expect(saved.map(({ name }) => name)).toEqual(['squat.mp4', 'me.webp'])
  await Promise.all(saved.map(({ bytes }) => bytes))
  expect(got.filter(({ method }) => method === 'GET').map(({ url }) => url)).toEqual([
    '/media/a/video.mp4?download=',
    '/media/b/large.webp?download=',
  ])
  expect(shownToasts.read()).toEqual([])
})

test.each([
  ['en', "The video hasn't been converted yet, try saving later"],
  ['ru', 'Видео ещё не обработано, попробуйте сохранить позже'],
  ['es', 'El vídeo aún no se ha convertido, intenta guardarlo más tarde'],
] as const)('in %s an unconverted video is reported as such [MED-04] [ERR-06]', async (language, words) => {
  await saveFile(file({ status: 'UPLOADED', url: null, mp4: null, m3u8: null }), await copyIn(language))
  expect(shownToasts.read().map(({ text }) => text)).toEqual([words])
  expect([got, saved]).toEqual([[], []])
})

test('a failed download is reported and can be retried [MED-07]', async () => {
  settings.token = 'of somebody else'
  await saveFile(file({}), await copyIn('en'))
  const [shown] = shownToasts.read()
  expect(shown).toMatchObject({
    text: 'Couldn’t download ../squat.mov',
    tone: 'danger',
    action: { label: 'Try again' },
  })
  expect(saved).toEqual([])
  settings.token = 'secret'
  shown?.action?.onPress()
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['squat.mp4']))
  expect((await saved[0]?.bytes)?.equals(content)).toBe(true)
})
