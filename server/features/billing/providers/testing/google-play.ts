type Product = {
  code: string
  account: string | undefined
  state: 0 | 1 | 2
  acknowledged: 0 | 1
  consumed: 0 | 1
  isTest: boolean
  at: number
}
type State = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'IN_GRACE_PERIOD' | 'ON_HOLD' | 'CANCELED' | 'EXPIRED'
type Subscription = {
  code: string
  account: string | undefined
  state: State
  expiresAt: number
  isAcknowledged: boolean
  linked: string | undefined
  startedAt: number
}
type Order = { token: string; amount: number; currency: string; at: number; refundedAt: number | undefined }
type Answer = { status: number; body: object }

const missing: Answer = { status: 404, body: { error: { code: 404, message: 'Not found' } } }
const malformed: Answer = { status: 400, body: { error: { code: 400, message: 'Invalid JSON payload received' } } }
const money = (amount: number, currencyCode: string) => ({
  currencyCode,
  units: String(Math.floor(amount / 100)),
  nanos: (amount % 100) * 10_000_000,
})
const timeText = (at: number) => new Date(at).toISOString()

/** What Google Play knows of one app’s purchases; amounts in cents, times in ms. Unknown paths and fields are refused. */
export class GooglePlayDouble {
  readonly products = new Map<string, Product>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly orders = new Map<string, Order>()
  readonly told: string[] = []
  readonly #base: string
  readonly #now: () => number
  constructor(packageName: string, now: () => number) {
    this.#base = `/androidpublisher/v3/applications/${packageName}/`
    this.#now = now
  }

  /** Somebody buys a product once; answers its token. */
  buy(token: string, code: string, amount: number, given: Partial<Product> = {}): string {
    const product: Product = {
      code,
      account: undefined,
      state: 0,
      acknowledged: 0,
      consumed: 0,
      isTest: false,
      at: this.#now(),
    }
    this.products.set(token, { ...product, ...given })
    this.#pay(token, amount)
    return token
  }

  subscribe(token: string, code: string, amount: number, given: Partial<Subscription> & { expiresAt: number }): string {
    const made = { code, account: undefined, state: 'ACTIVE' as const, isAcknowledged: false, linked: undefined }
    this.subscriptions.set(token, { ...made, startedAt: this.#now(), ...given })
    this.#pay(token, amount)
    return token
  }

  renew(token: string, amount: number, expiresAt: number): void {
    const known = this.subscriptions.get(token)
    if (known) this.subscriptions.set(token, { ...known, expiresAt, state: 'ACTIVE' })
    this.#pay(token, amount)
  }

  set(token: string, change: Partial<Subscription>): void {
    const known = this.subscriptions.get(token)
    if (known) this.subscriptions.set(token, { ...known, ...change })
  }

  /** Google gives one of the payments of a subscription back, which goes on. */
  refundPayment(id: string): void {
    const order = this.orders.get(id)
    if (order) order.refundedAt = this.#now()
  }

  /** Google gives the last payment of a purchase back. */
  refund(token: string): void {
    this.refundPayment(this.orderIdOf(token))
    const product = this.products.get(token)
    if (product) product.state = 1
    this.set(token, { state: 'EXPIRED', expiresAt: this.#now() })
  }

  orderIdOf = (token: string): string => this.ordersOf(token).at(-1) ?? ''

  /** The orders of a purchase; a renewal has the number of the first with how many there were before. */
  ordersOf = (token: string): string[] =>
    [...this.orders].filter(([, order]) => order.token === token).map(([id]) => id)

  #pay(token: string, amount: number): void {
    const [first, ...renewals] = this.ordersOf(token)
    const id = first === undefined ? `GPA.1234-${1000 + this.orders.size}` : `${first}..${renewals.length}`
    this.orders.set(id, { token, amount, currency: 'EUR', at: this.#now(), refundedAt: undefined })
  }

  answer(method: string, path: string, body: string): Answer {
    if (!path.startsWith(this.#base)) return missing
    const call = path.slice(this.#base.length)
    const found = (pattern: RegExp) => pattern.exec(call)?.groups
    if (method === 'POST') return this.#tell(call, body)
    const product = found(/^purchases\/products\/(?<code>[\w.]+)\/tokens\/(?<token>[\w-]+)$/)
    if (product) return this.#product(product['token'] ?? '', product['code'] ?? '')
    const subscription = found(/^purchases\/subscriptionsv2\/tokens\/(?<token>[\w-]+)$/)
    if (subscription) return this.#subscription(subscription['token'] ?? '')
    const order = found(/^orders\/(?<id>[\w.-]+)$/)
    return order ? this.#order(order['id'] ?? '') : missing
  }

  #tell(call: string, body: string): Answer {
    const parts =
      /^purchases\/(?<kind>products|subscriptions)\/(?<code>[\w.]+)\/tokens\/(?<token>[\w-]+):(?<verb>acknowledge|consume)$/.exec(
        call,
      )?.groups
    if (!parts) return missing
    const { kind, code, token = '', verb } = parts
    const fields = Object.keys(body === '' ? {} : (JSON.parse(body) as object))
    if (fields.some(name => name !== 'developerPayload') || (verb === 'consume' && fields.length > 0)) return malformed
    const product = this.products.get(token)
    const subscription = this.subscriptions.get(token)
    if (kind === 'products' && product && product.code === code)
      Object.assign(product, verb === 'consume' ? { consumed: 1, acknowledged: 1 } : { acknowledged: 1 })
    else if (kind === 'subscriptions' && verb === 'acknowledge' && subscription && subscription.code === code)
      subscription.isAcknowledged = true
    else return missing
    this.told.push(`${verb} ${token}`)
    return { status: 200, body: {} }
  }

  #product(token: string, code: string): Answer {
    const product = this.products.get(token)
    if (product?.code !== code) return missing
    const body = {
      kind: 'androidpublisher#productPurchase',
      purchaseTimeMillis: String(product.at),
      purchaseState: product.state,
      consumptionState: product.consumed,
      acknowledgementState: product.acknowledged,
      orderId: this.orderIdOf(token),
      regionCode: 'ES',
      ...(product.isTest && { purchaseType: 0 }),
      ...(product.account !== undefined && { obfuscatedExternalAccountId: product.account }),
    }
    return { status: 200, body }
  }

  #subscription(token: string): Answer {
    const found = this.subscriptions.get(token)
    if (!found) return missing
    const { code, state, expiresAt, account, isAcknowledged, linked, startedAt } = found
    const plan = { autoRenewEnabled: state !== 'CANCELED', recurringPrice: money(this.#lastAmount(token), 'EUR') }
    const item = {
      productId: code,
      latestSuccessfulOrderId: this.orderIdOf(token),
      autoRenewingPlan: plan,
      offerDetails: { basePlanId: 'base' },
    }
    const body = {
      kind: 'androidpublisher#subscriptionPurchaseV2',
      regionCode: 'ES',
      startTime: timeText(startedAt),
      subscriptionState: `SUBSCRIPTION_STATE_${state}`,
      acknowledgementState: `ACKNOWLEDGEMENT_STATE_${isAcknowledged ? 'ACKNOWLEDGED' : 'PENDING'}`,
      lineItems: [{ ...item, ...(state !== 'PENDING' && { expiryTime: timeText(expiresAt) }) }],
      ...(linked !== undefined && { linkedPurchaseToken: linked }),
      ...(account !== undefined && { externalAccountIdentifiers: { obfuscatedExternalAccountId: account } }),
    }
    return { status: 200, body }
  }

  #lastAmount = (token: string) =>
    [...this.orders.values()].findLast(order => order.token === token && order.amount > 0)?.amount ?? 0

  #order(id: string): Answer {
    const order = this.orders.get(id)
    if (!order) return missing
    const { token, amount, currency, at, refundedAt } = order
    const total = money(amount, currency)
    const history = {
      processedEvent: { eventTime: timeText(at) },
      ...(refundedAt !== undefined && {
        refundEvent: { eventTime: timeText(refundedAt), refundDetails: { total }, refundReason: 'OTHER' },
      }),
    }
    const state = refundedAt === undefined ? 'PROCESSED' : 'REFUNDED'
    return {
      status: 200,
      body: { orderId: id, purchaseToken: token, state, createTime: timeText(at), total, orderHistory: history },
    }
  }
}
