import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const squeezeGzip = promisify(gzip)
const squeezeBrotli = promisify(brotliCompress)
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/
const leastBytes = 512

/** Writes `.br` and `.gz` beside every text file of a folder; returns how many files it compressed. */
export async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    entry => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'),
  )
  const done = await Promise.all(
    texts.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < leastBytes) return 0
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${path}.gz`, await squeezeGzip(content, { level: 9 }))
      await writeFile(`${path}.br`, await squeezeBrotli(content, { params }))
      return 1
    }),
  )
  return done.reduce<number>((sum, one) => sum + one, 0)
}

/** Compresses once at build what the server would otherwise compress at each request. */
export function precompressPlugin(): Plugin {
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
        await precompress(folder)
      },
    },
  }
}
