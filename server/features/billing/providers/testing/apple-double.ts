import { randomUUID, sign } from 'node:crypto'
import { type Certified, certified } from './certificates.ts'

/** By these Apple marks the certificates with which the App Store signs. */
const intermediateMark = '1.2.840.113635.100.6.2.1'
const leafMark = '1.2.840.113635.100.6.11.1'

export type Chain = { root: Certified; intermediate: Certified; leaf: Certified }

/** A chain of certificates as the App Store’s, without its marks where `isMarked` is false. */
export function appleChain({ isMarked = true, until = '491231235959Z', root = newRoot() } = {}): Chain {
  const mark = (text: string) => (isMarked ? { mark: text } : {})
  const intermediate = certified({ name: 'Intermediate', issuer: root, isAuthority: true, ...mark(intermediateMark) })
  const leaf = certified({ name: 'Leaf', issuer: intermediate, isAuthority: false, ...mark(leafMark), until })
  return { root, intermediate, leaf }
}

const newRoot = () => certified({ name: 'Root', isAuthority: true })

export type TransactionFields = Record<string, string | number | boolean | undefined>

/** Signs as the App Store does, under roots of its own, for one app and environment. */
export class AppleDouble {
  readonly chain: Chain
  readonly app = { bundleId: 'com.school.morning', environment: 'Production', appAppleId: 1_234_567_890 }
  readonly #now: () => number
  constructor(now: () => number, chain = appleChain()) {
    this.#now = now
    this.chain = chain
  }

  signed(payload: object, { chain = this.chain, algorithm = 'ES256' } = {}): string {
    const x5c = [chain.leaf, chain.intermediate, chain.root].map(({ der }) => der.toString('base64'))
    const [head, body] = [{ alg: algorithm, x5c }, payload].map(part =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key: chain.leaf.key, dsaEncoding: 'ieee-p1363' })
    return `${head}.${body}.${algorithm === 'none' ? '' : signature.toString('base64url')}`
  }

  /** What was paid, as it is signed; of a product that is bought once unless `type` says otherwise. */
  transaction(fields: TransactionFields): object {
    const id = String(fields['transactionId'])
    return {
      originalTransactionId: id,
      bundleId: this.app.bundleId,
      environment: this.app.environment,
      purchaseDate: this.#now(),
      quantity: 1,
      type: 'Non-Consumable',
      inAppOwnershipType: 'PURCHASED',
      signedDate: this.#now(),
      storefront: 'ESP',
      currency: 'EUR',
      ...fields,
    }
  }

  /** How a subscription goes on, signed. */
  renewal(fields: object): string {
    return this.signed({ environment: this.app.environment, signedDate: this.#now(), ...fields })
  }

  /** A notification of the second version, as its body. */
  notification(
    type: string,
    data: { transaction: object; renewal?: object; status?: number },
    subtype?: string,
  ): string {
    const { transaction, renewal, status } = data
    const { bundleId, environment, appAppleId } = this.app
    const payload = {
      notificationType: type,
      subtype,
      notificationUUID: randomUUID(),
      version: '2.0',
      signedDate: this.#now(),
      data: {
        bundleId,
        environment,
        appAppleId,
        status,
        signedTransactionInfo: this.signed(transaction),
        signedRenewalInfo: renewal && this.renewal(renewal),
      },
    }
    return JSON.stringify({ signedPayload: this.signed(payload) })
  }
}
