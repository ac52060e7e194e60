/** What the two sides agree on; `round` says which offer an answer answers. */
export type Agreement =
  | { kind: 'description'; round: number; description: RTCSessionDescriptionInit }
  | { kind: 'candidates'; candidates: RTCIceCandidateInit[] }
  | { kind: 'request' }

type Dependencies = {
  connection: RTCPeerConnection
  /** Offers are made by this side only; the other one requests them. */
  isOfferer: boolean
  send(agreement: Agreement): void
  /** Called once an offer was taken, before it is answered: tracks are put in here. */
  onOffer(): void
  /** The other side wishes for an offer with a new way. */
  onRequest(): void
}

/** How long to gather addresses before they are sent together, in ms. */
const gatherMs = 40
/** An offer without an answer, or a request without an offer, goes again after so long, in ms: signals may be lost. */
const answerMs = 2500

/**
 * Offers and answers (WebRTC 1.0, section 4.4) over signals that may be lost or come twice. One side offers and the other
 * requests offers, so that two never meet: perfect negotiation (section 10.7) would have one taken back, and who takes an
 * offer back never sees the other's picture again in Chromium.
 */
export class Negotiation {
  readonly #to: Dependencies
  #round = 0
  #gathered: RTCIceCandidateInit[] = []
  #timers = new Map<'gather' | 'answer', ReturnType<typeof setTimeout>>()
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#to = dependencies
    const { connection } = dependencies
    connection.addEventListener('negotiationneeded', () => void this.#need())
    connection.addEventListener('icecandidate', ({ candidate }) => candidate && this.#gather(candidate.toJSON()))
  }

  /** Takes what the other side sent, one thing after another; what does not fit is passed over. */
  hear(agreement: Agreement): Promise<void> {
    this.#work = this.#work.then(() => this.#take(agreement)).catch(() => undefined)
    return this.#work
  }

  /** The connection to the server is back: what was lost meanwhile goes again. */
  sendAgain(): void {
    const { connection } = this.#to
    if (this.#isClosed || connection.signalingState !== 'have-local-offer') return
    this.#sendDescription(this.#round)
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  async #need() {
    const { connection, isOfferer } = this.#to
    if (this.#isClosed) return
    // The first offer comes without being requested.
    if (!isOfferer) return connection.remoteDescription ? this.#request() : undefined
    try {
      await connection.setLocalDescription()
      this.#round++
      this.#sendDescription(this.#round)
    } catch {
      // Closed meanwhile.
    }
  }

  #request() {
    this.#to.send({ kind: 'request' })
    this.#after('answer', answerMs, () => this.#request())
  }

  #sendDescription(round: number) {
    const { connection, send } = this.#to
    const description = connection.localDescription
    if (!description || this.#isClosed) return
    // What was gathered so far is in it.
    this.#gathered = []
    send({ kind: 'description', round, description: description.toJSON() })
    if (description.type === 'offer') this.#after('answer', answerMs, () => this.sendAgain())
  }

  #gather(candidate: RTCIceCandidateInit) {
    this.#gathered.push(candidate)
    if (!this.#timers.has('gather')) this.#after('gather', gatherMs, () => this.#sendGathered())
  }

  #sendGathered() {
    const candidates = this.#gathered
    this.#gathered = []
    if (candidates.length > 0) this.#to.send({ kind: 'candidates', candidates })
  }

  #after(what: 'gather' | 'answer', ms: number, act: () => void) {
    clearTimeout(this.#timers.get(what))
    const run = () => {
      this.#timers.delete(what)
      if (!this.#isClosed) act()
    }
    this.#timers.set(what, setTimeout(run, ms))
  }

  async #take(agreement: Agreement) {
    if (this.#isClosed) return
    if (agreement.kind === 'description') return this.#takeDescription(agreement)
    const { connection, isOfferer, onRequest } = this.#to
    // An offer that waits for its answer is what the other side wishes for.
    if (agreement.kind === 'request')
      return isOfferer && connection.signalingState === 'stable' ? onRequest() : undefined
    // One of an earlier offer is refused, and says nothing of those after it.
    for (const candidate of agreement.candidates) await connection.addIceCandidate(candidate).catch(() => undefined)
  }

  async #takeDescription({ description, round }: Agreement & { kind: 'description' }) {
    const { connection, isOfferer, onOffer } = this.#to
    if ((description.type === 'answer') !== isOfferer) return
    if (isOfferer) {
      if (connection.signalingState !== 'have-local-offer' || round !== this.#round) return
      return connection.setRemoteDescription(description)
    }
    clearTimeout(this.#timers.get('answer'))
    await connection.setRemoteDescription(description)
    onOffer()
    await connection.setLocalDescription()
    this.#sendDescription(round)
  }
}
