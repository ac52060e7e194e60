import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

/**
 * What Node is given to run a program of the server's own with so many MB for its objects: as it was built, beside this file or above
 * it; or from `source`, a path in the project.
 */
export function ownProgram(source: string, heapMegabytes: number): string[] {
  const here = dirname(fileURLToPath(import.meta.url))
  const name = `${basename(source, '.ts')}.js`
  const built = [here, dirname(here)].map(folder => join(folder, name)).find(existsSync)
  const heap = `--max-old-space-size=${heapMegabytes}`
  return built === undefined ? [heap, '--import', 'tsx', join(projectRoot, source)] : [heap, built]
}

/** The address space this Node has set aside for compiled code, in bytes. Newer versions map all of it at once, so it counts as memory. */
function reservedForCode(): number {
  if (process.platform !== 'linux') return 0
  const mapped = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([\da-f]+)-([\da-f]+) rwxp/gm)
  return [...mapped].reduce((sum, [, start, end]) => sum + Number(`0x${end}`) - Number(`0x${start}`), 0)
}

/** What every Node takes of the bound of its memory before it begins, in bytes. */
export const reserved = reservedForCode()
