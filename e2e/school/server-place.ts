import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the walks' server listens and keeps its data: the same for the configuration and every worker. */
export const e2ePort = Number(process.env['E2E_PORT'] ?? 4173)
export const e2eDataDir = join(tmpdir(), `kurso-e2e-${e2ePort}`)
