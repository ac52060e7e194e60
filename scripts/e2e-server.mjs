// The built server with the demo school on a database and data folder of its own, gone when it stops.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'kurso-e2e-'))
chmodSync(dataDir, 0o711)
process.env.DATA_DIR = dataDir
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('./start.mjs')
