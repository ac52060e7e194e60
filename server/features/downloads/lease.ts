import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Db } from '#server/platform/database/statement.ts'
import type { LeaseWire } from '#shared/features/downloads/contract.ts'
import { leaseText } from '#shared/features/downloads/rules.ts'
import { keepLeaseKey } from './queries.ts'

export type LeaseKey = { key: KeyObject; shown: LeaseWire['key'] }

/** The school's key for leases: made when it is first needed and stored, the same for all nodes even when two need it at once. */
export async function loadLeaseKey(db: Db): Promise<LeaseKey> {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  // Returns nothing while another node's row is not yet committed; the second try sees it.
  const kept = (await keepLeaseKey(db, privateKey)) ?? (await keepLeaseKey(db, privateKey))
  if (!kept) throw new Error('The key for leases could not be kept')
  const key = createPrivateKey(kept.privateKey)
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { key, shown: { x, y } }
}

/** A lease with its signature, ECDSA with P-256 and SHA-256 as browsers verify it. */
export function signLease({ key, shown }: LeaseKey, lease: Omit<LeaseWire, 'signature' | 'key'>): LeaseWire {
  const signature = sign('sha256', Buffer.from(leaseText(lease)), { key, dsaEncoding: 'ieee-p1363' })
  return { ...lease, signature: signature.toString('base64url'), key: shown }
}
