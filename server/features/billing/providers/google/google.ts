import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { bodyOf } from '../askings.ts'
import { openKey } from '../keys.ts'
import { ProviderRefused } from '../provider.ts'
import { PurchaseRefused, type Store, type StoreProof, type StorePurchase } from '../store.ts'
import { orderAnswer, productAnswer, subscriptionAnswer } from './answers.ts'
import { type GoogleClient, googleClient, type ServiceAccount } from './client.ts'
import { googleProduct, googleSubscription } from './purchase.ts'
import { pushReader } from './push.ts'

export const googleKeys = Type.Object(
  {
    environment: Type.Enum(['Production', 'Sandbox']),
    packageName: openKey('^[A-Za-z][\\w]*(\\.[A-Za-z][\\w]*)+$'),
    /** The file of a service account, as Google’s console gives it out (JSON). */
    serviceAccount: Type.String({ minLength: 8, maxLength: 5000, pattern: '^\\s*\\{[^]*\\}\\s*$', writeOnly: true }),
    /** For whom Pub/Sub’s tokens are, and whose they are. */
    pushAudience: openKey('^\\S+$'),
    pushAccount: openKey('^[^@\\s]+@[^@\\s]+$'),
  },
  { additionalProperties: false },
)

type Keys = Static<typeof googleKeys>
export type GooglePlace = { address: string | undefined; clock(): number }

/** Google Play: a purchase is known by a token, for which Google is asked; it waits to be acknowledged. */
export function openGoogle(keys: Keys, place: GooglePlace): Store {
  const { packageName, pushAudience: audience, pushAccount: account } = keys
  const client = googleClient(accountOf(keys.serviceAccount), packageName, place)
  return {
    isAsked: true,
    check: async () => void (await client.accessToken()),
    read: proof => read(client, proof, keys, place.clock()),
    readEvent: pushReader(client, { packageName, audience, account }, place.clock),
    acknowledge: (proof, purchase, isUsedUp) => client.tell(acknowledgement(proof, purchase, isUsedUp)),
  }
}

const accountFile = Type.Object({ client_email: Type.String(), private_key: Type.String() })

/** The account of a file from Google’s console; ProviderRefused for another file. */
export function accountOf(file: string): ServiceAccount {
  const said = bodyOf(Buffer.from(file))
  if (!Value.Check(accountFile, said)) throw new ProviderRefused('This is not the file of a service account')
  return { email: said.client_email, privateKey: said.private_key }
}

async function read(client: GoogleClient, proof: StoreProof, keys: Keys, now: number): Promise<StorePurchase> {
  const isTrial = keys.environment === 'Sandbox'
  const orderOf = (id: string) => client.find(`orders/${encodeURIComponent(id)}`, orderAnswer)
  if (proof.kind === 'subscription') {
    const found = await client.find(`purchases/subscriptionsv2/tokens/${proof.token}`, subscriptionAnswer)
    checkKind(isTrial, found.testPurchase !== undefined)
    const orderId = proof.order ?? found.lineItems[0]?.latestSuccessfulOrderId
    return googleSubscription(proof.token, found, orderId === undefined ? undefined : await orderOf(orderId), now)
  }
  if (proof.kind !== 'product') throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'Not a proof of Google’s')
  const found = await client.find(`purchases/products/${proof.code}/tokens/${proof.token}`, productAnswer)
  checkKind(isTrial, found.purchaseType === 0)
  const order = found.orderId === undefined ? undefined : await orderOf(found.orderId)
  return googleProduct(proof, found, order, now)
}

/** What testers buy moves no money, and is only taken where nothing else is. */
function checkKind(isTrial: boolean, isTest: boolean): void {
  if (isTrial !== isTest)
    throw new PurchaseRefused('ERR_VERIFICATION_FAILED', isTest ? 'Bought by a tester' : 'Bought with money')
}

function acknowledgement(proof: StoreProof, { codes }: Pick<StorePurchase, 'codes'>, isUsedUp: boolean): string {
  if (proof.kind === 'product')
    return `purchases/products/${proof.code}/tokens/${proof.token}:${isUsedUp ? 'consume' : 'acknowledge'}`
  if (proof.kind !== 'subscription') throw new PurchaseRefused('ERR_VERIFICATION_FAILED', 'Not a proof of Google’s')
  return `purchases/subscriptions/${codes.at(-1)}/tokens/${proof.token}:acknowledge`
}
