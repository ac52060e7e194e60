import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const squeezeGzip = promisify(gzip)
const squeezeBrotli = promisify(brotliCompress)
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/
const leastBytes = 512
type Distances = { postfix: number; direct: number }
const plain: Distances = { postfix: 0, direct: 0 }
/** How distances are written (RFC 7932, section 4): which is shortest differs by file, and only a try tells. */
const severalWays: Distances[] = [
  plain,
  { postfix: 0, direct: 15 },
  { postfix: 2, direct: 60 },
  { postfix: 3, direct: 120 },
]
/** A larger file is no part of a first visit, and each further try of it takes a second for a hundred bytes. */
const mostTried = 250_000

type Ways = { isShortest?: boolean }

/** The shortest form that a few ways of writing it give, or just one form. */
async function brotliOf(content: Buffer, { isShortest = false }: Ways): Promise<Buffer> {
  const ways = isShortest && content.length <= mostTried ? severalWays : [plain]
  const forms = await Promise.all(
    ways.map(({ postfix, direct }) =>
      squeezeBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return forms.reduce((shortest, form) => (form.length < shortest.length ? form : shortest))
}

/** Writes `.br` and `.gz` beside every text file of a folder; returns how many files it compressed. */
export async function precompress(folder: string, ways: Ways = {}): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    entry => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'),
  )
  const done = await Promise.all(
    texts.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < leastBytes) return 0
      await writeFile(`${path}.gz`, await squeezeGzip(content, { level: 9 }))
      await writeFile(`${path}.br`, await brotliOf(content, ways))
      return 1
    }),
  )
  return done.reduce<number>((sum, one) => sum + one, 0)
}

/** Compresses once at build what the server would otherwise compress at each request; `isShortest` takes its time for fewer bytes. */
export function precompressPlugin(ways: Ways = {}): Plugin {
  let folder = ''
  return {
    name: 'kurso-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await precompress(folder, ways)
      },
    },
  }
}
