// The built server with the demo school on a database and data folder of its own, gone when it stops.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'

const dataDir = process.env.DATA_DIR ?? ''
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true })
chmodSync(dataDir, 0o711)
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('./start.mjs')
