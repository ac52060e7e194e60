import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppleDouble, appleChain, type Chain } from '#server/features/billing/providers/testing/apple-double.ts'
import { e2ePort } from './server-place.ts'

/** The root under which purchases are signed in walks, beside the data, which the server empties. */
const rootFile = join(tmpdir(), `kurso-e2e-${e2ePort}-apple.pem`)
const chainFile = join(tmpdir(), `kurso-e2e-${e2ePort}-apple.json`)

type Kept = Record<keyof Chain, { name: string; der: string; key: string }>

function keptChain(): Chain {
  if (!existsSync(chainFile)) keep(appleChain())
  const kept = JSON.parse(readFileSync(chainFile, 'utf8')) as Kept
  const read = ({ name, der, key: pem }: Kept[keyof Kept]) => {
    const key: KeyObject = createPrivateKey(pem)
    return { name, key, publicKey: createPublicKey(key), der: Buffer.from(der, 'base64') }
  }
  return { root: read(kept.root), intermediate: read(kept.intermediate), leaf: read(kept.leaf) }
}

function keep(chain: Chain): void {
  const texts = Object.entries(chain).map(([part, { name, der, key }]) => [
    part,
    { name, der: der.toString('base64'), key: key.export({ type: 'pkcs8', format: 'pem' }) },
  ])
  const root = `-----BEGIN CERTIFICATE-----\n${chain.root.der.toString('base64')}\n-----END CERTIFICATE-----\n`
  writeFileSync(rootFile, root)
  // Whole at once, for others may read it by now.
  writeFileSync(`${chainFile}.${process.pid}`, JSON.stringify(Object.fromEntries(texts)))
  renameSync(`${chainFile}.${process.pid}`, chainFile)
}

/** The App Store of the walks. */
export const apple = new AppleDouble(Date.now, keptChain())

/** Has the server believe it. */
export const appleEnvironment = () => ({ APPLE_ROOTS: rootFile, APPLE_ONLINE_CHECKS: 'off' })
