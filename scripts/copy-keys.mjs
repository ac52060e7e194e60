// Writes the types of every copy key, from all English texts, to build/copy-keys.d.ts. `npm ci`, the checks and the build run it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'build/copy-keys.d.ts')

/** Every `copy/en.json` of the kit and of both apps, from the project's root, with `/`. */
function englishFiles() {
  return ['kit', 'web', 'studio']
    .flatMap(start => readdirSync(join(root, start), { recursive: true }).map(path => join(start, path)))
    .map(path => path.split(sep).join('/'))
    .filter(path => path.endsWith('/copy/en.json'))
    .sort((one, other) => (one < other ? -1 : 1))
}

export function writeCopyKeys() {
  const files = englishFiles()
  const imports = files.map((file, index) => `import type copy${index} from '../${file}'`)
  const keys = files.map((_, index) => `keyof typeof copy${index}`)
  const text = `${imports.join('\n')}

declare module '#kit/copy/copy.tsx' {
  interface CopyKeys extends Record<${keys.join(' | ')}, string> {}
}
`
  mkdirSync(join(root, 'build'), { recursive: true })
  if (read(target) !== text) writeFileSync(target, text)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeCopyKeys()
