import { join } from 'node:path'
import { fastFolder } from '#server/platform/testing/fast-folder.ts'

/** Where the walks' server listens and keeps its data: the same for the configuration and for the workers, which inherit it. */
export const e2ePort = Number(process.env['E2E_PORT'] ?? 4173)
export const e2eDataDir = (process.env['E2E_DATA_DIR'] ??= join(fastFolder(), `kurso-e2e-${e2ePort}`))
