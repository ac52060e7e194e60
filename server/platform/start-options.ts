import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './project-root.ts'

const { values } = parseArgs({ strict: false, options: { pages: { type: 'string' }, quiet: { type: 'boolean' } } })

/** Options that `npm run dev` passes to the server besides the settings. */
export const startOptions = {
  /** Folder of the built apps that pages are served from. */
  pagesDir: typeof values['pages'] === 'string' ? values['pages'] : join(projectRoot, 'build'),
  /** Skips the greeting on the console. */
  isQuiet: values['quiet'] === true,
}
