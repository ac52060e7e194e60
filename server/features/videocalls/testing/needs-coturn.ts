import { spawnSync } from 'node:child_process'

/** Whether tests through a relay run: where coturn is installed. */
export const runsCoturn = spawnSync('turnserver', ['--version']).error === undefined
