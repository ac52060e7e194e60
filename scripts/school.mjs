import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

await prepare()
await import(pathToFileURL(join(root, 'build/server/school-command.js')).href)
