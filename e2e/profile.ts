import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, LaunchOptions, PlaywrightWorkerArgs } from '@playwright/test'

/** A browser with a profile on the disk: it can be closed or killed, and opened again with what it has kept. */
export function profileOf(playwright: PlaywrightWorkerArgs['playwright'], launchOptions: LaunchOptions, name: string) {
  const folder = join(tmpdir(), `kurso-e2e-${name}-${process.pid}`)
  return {
    open: (): Promise<BrowserContext> => playwright.chromium.launchPersistentContext(folder, launchOptions),
    /** Ends all processes of this browser at once, as a lack of memory or of power does. */
    kill(): void {
      for (const id of processesOf(folder)) {
        try {
          process.kill(id, 'SIGKILL')
        } catch {
          // It has gone with another one.
        }
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

function processesOf(folder: string): number[] {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return ids.flatMap(id => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder) ? [Number(id)] : []
    } catch {
      return []
    }
  })
}
