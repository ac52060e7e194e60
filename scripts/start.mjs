import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare, root } from './prepare.mjs'

await prepare()
// In this very process: one Node less in memory, and signals and exit code are the server's own.
await import(pathToFileURL(join(root, 'build/server/main.js')).href)
