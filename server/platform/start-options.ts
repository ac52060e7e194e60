import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './project-root.ts'

const { values } = parseArgs({ strict: false, options: { pages: { type: 'string' }, quiet: { type: 'boolean' } } })

/** What `npm run dev` says to the server beside the settings. */
export const startOptions = {
  /** Folder of the apps that pages are made of, as the build leaves them. */
  pagesDir: typeof values['pages'] === 'string' ? values['pages'] : join(projectRoot, 'build'),
  /** Says not again where Kurso is. */
  isQuiet: values['quiet'] === true,
}
