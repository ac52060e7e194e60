import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripeRig } from '#server/features/billing/providers/testing/stripe-rig.ts'
import { yooKassaRig } from '#server/features/billing/providers/testing/yookassa-rig.ts'
import { sandboxBeside } from '../sandbox.ts'
import { readSettings } from '../settings.ts'
import type { AppDependencies } from '../app.ts'
import { startTestApp } from './test-app.ts'

type Options = {
  log?: AppDependencies['log']
  /** Where Stripe is instead of its double. */
  stripeAt?: string
  hasSandbox?: boolean
}

export type SellingSchool = Awaited<ReturnType<typeof startSellingSchool>>

/** A new school that listens, beside doubles of all providers and a sandbox that does not run yet. */
export async function startSellingSchool({ log, stripeAt, hasSandbox = true }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'selling-'))
  const [stripe, yookassa] = [await stripeRig(), await yooKassaRig()]
  const settings = readSettings({ DATA_DIR: folder, SANDBOX: hasSandbox ? 'auto' : 'off' })
  const ownSandbox = await sandboxBeside({
    settings,
    isDemo: false,
    log: { error: (facts: object) => console.error(facts) },
  })
  const providersAt = { stripe: stripeAt ?? stripe.address, yookassa: yookassa.address }
  const given = { billing: { sandboxUrl: undefined, ownSandbox, providersAt } }
  const app = await startTestApp({ given, ...(log && { log }) })
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 })
  ownSandbox?.listensAt(app.server)
  return {
    app,
    origin,
    stripe,
    yookassa,
    ownSandbox,
    async close() {
      await app.close()
      await ownSandbox?.close()
      await Promise.all([stripe.close(), yookassa.close()])
      await rm(folder, { recursive: true })
    },
  }
}
