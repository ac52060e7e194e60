import {
  Environment,
  type JWSRenewalInfoDecodedPayload as Renewal,
  type JWSTransactionDecodedPayload as Transaction,
  SignedDataVerifier,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library'
import Type, { type Static } from 'typebox'
import { bodyOf } from '../askings.ts'
import { openKey } from '../keys.ts'
import { ProviderUnavailable } from '../provider.ts'
import { PurchaseRefused, type Store, type StoreEvent, type StoreProof } from '../store.ts'
import { applePurchase } from './purchase.ts'

/** Only the environments that sign what they say. */
export const appleKeys = Type.Object(
  {
    environment: Type.Enum(['Production', 'Sandbox']),
    bundleId: openKey('^[A-Za-z0-9.-]+$'),
    /** The number of the app in App Store Connect. */
    appId: openKey('^[1-9]\\d{4,14}$'),
  },
  { additionalProperties: false },
)

export type ApplePlace = {
  roots: readonly Buffer[]
  /** Whether Apple is asked if its certificates still hold (OCSP). */
  isOnline: boolean
  /** The current time, in ms. */
  clock(): number
}

/** The App Store: what it signs is read, and believed only with a chain of certificates to its roots, for this app and environment. */
export function openApple({ environment, bundleId, appId }: Static<typeof appleKeys>, place: ApplePlace): Store {
  const own = environment === 'Production' ? Environment.PRODUCTION : Environment.SANDBOX
  const verifier = new SignedDataVerifier([...place.roots], place.isOnline, own, bundleId, Number(appId))
  return {
    isAsked: false,
    check: async () => undefined,
    read: async proof => {
      const { transaction, renewal, status } = await heard(verifier, proof)
      return applePurchase({ transaction, renewal, status }, place.clock())
    },
    readEvent: body => readEvent(verifier, body),
    acknowledge: async () => undefined,
  }
}

type Heard = { transaction: Transaction; renewal: Renewal | undefined; status: number | undefined }

async function heard(verifier: SignedDataVerifier, proof: StoreProof): Promise<Heard> {
  if (proof.kind === 'transaction') {
    const { transaction: signed, renewal: signedRenewal } = proof
    const transaction = await verified(() => verifier.verifyAndDecodeTransaction(signed))
    const renewal = signedRenewal && (await verified(() => verifier.verifyAndDecodeRenewalInfo(signedRenewal)))
    if (renewal && renewal.originalTransactionId !== transaction.originalTransactionId)
      throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'The renewal is of another purchase')
    return { transaction, renewal: renewal || undefined, status: undefined }
  }
  if (proof.kind !== 'notification') throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'Not a proof of Apple’s')
  const { data } = await verified(() => verifier.verifyAndDecodeNotification(proof.payload))
  const [signed, signedRenewal] = [data?.signedTransactionInfo, data?.signedRenewalInfo]
  if (signed === undefined) throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'It tells of no transaction')
  const transaction = await verified(() => verifier.verifyAndDecodeTransaction(signed))
  const renewal =
    signedRenewal === undefined ? undefined : await verified(() => verifier.verifyAndDecodeRenewalInfo(signedRenewal))
  return { transaction, renewal, status: data?.status }
}

/** What Apple has signed; PurchaseRefused for what it has not, ProviderUnavailable where that cannot be found out now. */
async function verified<Said>(read: () => Promise<Said>): Promise<Said> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof VerificationException)) throw error
    const why = VerificationStatus[error.status]
    if (error.status === VerificationStatus.RETRYABLE_VERIFICATION_FAILURE) throw new ProviderUnavailable(why)
    throw new PurchaseRefused('ERR_VERIFICATION_FAILED', why)
  }
}

async function readEvent(verifier: SignedDataVerifier, body: Buffer): Promise<StoreEvent | undefined> {
  const said = bodyOf(body)
  const payload = said && typeof said === 'object' && 'signedPayload' in said ? said.signedPayload : undefined
  if (typeof payload !== 'string') return undefined
  try {
    const { notificationUUID: id, data } = await verified(() => verifier.verifyAndDecodeNotification(payload))
    if (id === undefined || id.length > 100) return undefined
    const signed = data?.signedTransactionInfo
    if (signed === undefined) return { id, object: '', proof: undefined }
    const { transactionId = '' } = await verified(() => verifier.verifyAndDecodeTransaction(signed))
    return { id, object: transactionId, proof: { kind: 'notification', payload } }
  } catch (error) {
    if (error instanceof PurchaseRefused) return undefined
    throw error
  }
}
