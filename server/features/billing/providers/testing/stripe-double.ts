import { Value } from 'typebox/value'
import type { TrialCard } from './rig.ts'
import {
  type Dispute,
  disputeView,
  faults,
  type Intent,
  intentView,
  type Method,
  methodView,
  newId,
  type Refund,
  refundView,
  type Session,
} from './stripe-objects.ts'
import { stripeParams } from './stripe-params.ts'

type Answer = { status: number; body: object }
type Asked = { call: string; id: string; fields: Fields }
type Fields = Record<string, string> & {
  metadata?: Record<string, string>
  expand?: string[]
  line_items?: { price_data: { unit_amount: string; currency: string } }[]
  payment_intent_data?: { metadata?: Record<string, string>; setup_future_usage?: string }
  setup_intent_data?: { metadata?: Record<string, string> }
}

const refused = (status: number, error: object): Answer => ({ status, body: { error } })
const invalid = (param: string | undefined, code?: string, status = 400) =>
  refused(status, { type: 'invalid_request_error', param, code, message: 'Invalid' })
const missing = invalid('id', 'resource_missing', 404)
const keyLife = 86_400

/** Stripe as the school sees it, as strict as the types of its package; `now` in Unix seconds. */
export class StripeDouble {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly methods = new Map<string, Method>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  /** What has become of all refunds by now. */
  refundStatus: 'pending' | 'succeeded' | 'failed' = 'succeeded'
  readonly events: { id: string; type: string; object: string }[] = []
  readonly #known = new Map<string, { said: string; at: number; answer: Answer }>()
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }

  /** Answers a call once by its idempotency key; another under the same key is refused. */
  answer(call: string, id: string, fields: unknown, key: string | undefined): Answer {
    const schema = stripeParams[call]
    if (schema === undefined) return invalid(undefined, 'url_invalid', 404)
    if (!Value.Check(schema, fields)) {
      const [first] = Value.Errors(schema, fields)
      return invalid(first?.instancePath ?? '', 'parameter_unknown')
    }
    const said = JSON.stringify([call, id, fields])
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known && known.at + keyLife > this.#now())
      return known.said === said ? known.answer : refused(400, { type: 'idempotency_error', message: 'Other' })
    const answer = this.#make({ call, id, fields: fields as Fields })
    if (key !== undefined) this.#known.set(key, { said, at: this.#now(), answer })
    return answer
  }

  #make(asked: Asked): Answer {
    const { call, id, fields } = asked
    if (call === 'GET account') return { status: 200, body: { id: 'acct_ofthisschool', object: 'account' } }
    if (call === 'POST checkout/sessions') return this.#openSession(fields)
    if (call.includes('checkout/sessions/:id')) return this.#session(asked)
    if (call === 'POST payment_intents') return this.#charge(fields)
    if (call === 'GET payment_intents/search') return this.#search(fields['query'] ?? '')
    if (call === 'GET payment_intents/:id') {
      const intent = this.intents.get(id)
      return intent ? { status: 200, body: this.#intentView(intent, fields.expand) } : missing
    }
    if (call.startsWith('POST payment_methods')) return this.#detach(id)
    if (call === 'POST refunds') return this.#refund(fields)
    if (call.startsWith('GET refunds'))
      return this.#list(this.refunds, (refund, whole) => this.#refundView(refund, whole), asked)
    if (call.startsWith('GET disputes')) return this.#list(this.disputes, disputeView, asked)
    return missing
  }

  #openSession(fields: Fields): Answer {
    const mode = fields['mode'] as Session['mode']
    const [line] = fields.line_items ?? []
    const expiresAt = Number(fields['expires_at'])
    const ahead = expiresAt - this.#now()
    if (ahead < 1790 || ahead > 86_410) return invalid('expires_at')
    const amount = Number(line?.price_data.unit_amount ?? 0)
    const currency = line?.price_data.currency ?? fields['currency'] ?? ''
    if (['kwd', 'tnd', 'bhd'].includes(currency) && amount % 10 !== 0) return invalid('line_items')
    const data = mode === 'setup' ? fields.setup_intent_data : fields.payment_intent_data
    const saves = mode === 'setup' || fields.payment_intent_data?.setup_future_usage === 'off_session'
    const own = { metadata: fields.metadata ?? {}, intentMetadata: data?.metadata ?? {} }
    const session: Session = { id: newId('cs_test'), mode, status: 'open', amount, currency, saves, expiresAt, ...own }
    this.sessions.set(session.id, session)
    return { status: 200, body: this.#sessionView(session, []) }
  }

  #session({ call, id, fields }: Asked): Answer {
    const session = this.sessions.get(id)
    if (session === undefined) return missing
    this.#settle(session)
    if (call.startsWith('POST')) {
      if (session.status !== 'open') return invalid(undefined)
      session.status = 'expired'
      this.#tell('checkout.session.expired', id)
    }
    return { status: 200, body: this.#sessionView(session, fields.expand ?? []) }
  }

  #settle(session: Session) {
    if (session.status === 'open' && session.expiresAt <= this.#now()) session.status = 'expired'
  }

  /** What a learner does on the page. */
  pay(id: string, card: TrialCard) {
    const session = this.sessions.get(id)
    if (session === undefined) return
    this.#settle(session)
    if (session.status !== 'open') return
    const fault = faults[card].here
    const method = { id: newId('pm'), customer: session.saves ? newId('cus') : null, card }
    if (!fault) {
      session.status = 'complete'
      this.methods.set(method.id, method)
    }
    if (session.mode === 'setup') session.setup = { id: newId('seti'), method }
    else session.intent = this.#intent(session.intent?.id, session, session.intentMetadata, method, fault)
    if (!fault) this.#tell('checkout.session.completed', id)
  }

  #intent(
    id: string | undefined,
    money: { amount: number; currency: string; saves?: boolean },
    metadata: Record<string, string>,
    method: Method,
    fault?: Intent['error'],
  ): Intent {
    const { amount, currency, saves = false } = money
    const status = fault ? 'requires_payment_method' : 'succeeded'
    const own = { status, amount, currency, metadata, saves, method, error: fault ?? null } as const
    const intent = { id: id ?? newId('pi'), ...own, charge: newId('ch'), created: this.#now() }
    this.intents.set(intent.id, intent)
    this.#tell(fault ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent.id)
    return intent
  }

  #charge(fields: Fields): Answer {
    const method = this.methods.get(fields['payment_method'] ?? '')
    if (method === undefined) return invalid('payment_method', 'resource_missing')
    if (method.customer !== fields['customer']) return invalid('payment_method', 'payment_method_unexpected_state')
    const money = { amount: Number(fields['amount']), currency: fields['currency'] ?? '' }
    const fault = faults[method.card].later
    const intent = this.#intent(undefined, money, fields.metadata ?? {}, method, fault)
    const payment_intent = this.#intentView(intent, [])
    if (fault) return refused(402, { type: 'card_error', ...fault, message: 'Declined', payment_intent })
    return { status: 200, body: payment_intent }
  }

  #search(query: string): Answer {
    const key = /:'([\w-]+)'$/.exec(query)?.[1]
    const data = [...this.intents.values()].filter(({ metadata }) => metadata['kurso_key'] === key)
    const found = data.map(intent => this.#intentView(intent, []))
    return { status: 200, body: { object: 'search_result', url: '/', has_more: false, next_page: null, data: found } }
  }

  #detach(id: string): Answer {
    const method = this.methods.get(id)
    if (!method?.customer) return invalid('payment_method', 'payment_method_unexpected_state')
    method.customer = null
    return { status: 200, body: methodView(method) }
  }

  #refund(fields: Fields): Answer {
    const intent = this.intents.get(fields['payment_intent'] ?? '')
    if (intent?.status !== 'succeeded') return invalid('payment_intent', 'resource_missing')
    const gone = this.refunds.filter(refund => refund.intent === intent.id).reduce((sum, { amount }) => sum + amount, 0)
    const amount = Number(fields['amount'])
    if (gone === intent.amount) return invalid(undefined, 'charge_already_refunded')
    if (amount > intent.amount - gone) return invalid('amount')
    const refund = { id: newId('re'), intent: intent.id, amount, metadata: fields.metadata ?? {}, created: this.#now() }
    this.refunds.unshift(refund)
    this.#tell('refund.created', refund.id)
    return { status: 200, body: this.#refundView(refund) }
  }

  #refundView = (refund: Refund, whole?: object) => refundView(refund, whole, this.refundStatus)

  #list<Item extends Refund | Dispute>(
    items: readonly Item[],
    view: (item: Item, whole?: object) => object,
    asked: Asked,
  ): Answer {
    const { id, fields } = asked
    if (id === '') {
      const data = items.filter(({ intent }) => intent === fields['payment_intent']).map(item => view(item))
      return { status: 200, body: { object: 'list', url: '/', has_more: false, data } }
    }
    const item = items.find(item => item.id === id)
    const intent = item && this.intents.get(item.intent)
    if (!item || !intent) return missing
    return { status: 200, body: view(item, fields.expand ? this.#intentView(intent, []) : undefined) }
  }

  /** A bank takes a payment back. */
  dispute(intent: string) {
    const { amount = 0 } = this.intents.get(intent) ?? {}
    const dispute = { id: newId('du'), intent, amount, status: 'needs_response', created: this.#now() } as const
    this.disputes.unshift(dispute)
    this.#tell('charge.dispute.created', dispute.id)
  }

  closeDispute(intent: string, status: 'won' | 'lost') {
    for (const dispute of this.disputes) if (dispute.intent === intent) dispute.status = status
  }

  #tell(type: string, object: string) {
    this.events.push({ id: newId('evt'), type, object })
  }

  #intentView(intent: Intent, expand: string[] = []) {
    const own = <Item extends { intent: string }>(items: readonly Item[]) =>
      items.filter(item => item.intent === intent.id)
    const sent = this.refundStatus === 'failed' ? [] : own(this.refunds)
    return intentView(intent, sent, own(this.disputes), expand)
  }

  #sessionView(session: Session, expand: string[]) {
    const { id, mode, status, metadata, intent, setup } = session
    const within = (name: string) =>
      expand.flatMap(path => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))
    const isWhole = within('payment_intent').length > 0
    const paid = intent && (isWhole ? this.#intentView(intent, within('payment_intent')) : intent.id)
    const payment_method = setup && methodView(setup.method)
    const saved = setup && {
      id: setup.id,
      object: 'setup_intent',
      status: 'succeeded',
      payment_method,
      last_setup_error: null,
    }
    return {
      id,
      object: 'checkout.session',
      mode,
      status,
      metadata,
      url: status === 'open' ? `https://checkout.stripe.test/c/pay/${id}` : null,
      payment_status: mode === 'setup' ? 'no_payment_required' : status === 'complete' ? 'paid' : 'unpaid',
      payment_intent: paid ?? null,
      setup_intent: saved ?? null,
    }
  }
}
