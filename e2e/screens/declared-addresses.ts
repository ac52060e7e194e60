import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The addresses that the features of both apps declare in their screens.ts, such as `/course/:streamId/calendar`. */
export function declaredAddresses(): string[] {
  const files = ['web/features', 'studio/features'].flatMap(folder =>
    readdirSync(join(root, folder)).map(feature => join(root, folder, feature, 'screens.ts')),
  )
  return files.filter(existsSync).flatMap(file => {
    const [, declared = ''] = /const addresses = \{([^}]*)\}/.exec(readFileSync(file, 'utf8')) ?? []
    return [...declared.matchAll(/: '([^']+)'/g)].map(([, address = '']) => address)
  })
}

/** Whether a path with an optional query lies at a declared address. */
export function liesAt(path: string, address: string): boolean {
  const pattern = new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.+')}$`)
  return pattern.test(path.split('?')[0] ?? '')
}
