import { existsSync } from 'node:fs'
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
