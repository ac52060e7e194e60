/** What the two sides agree on; `round` says which offer an answer answers. */
export type Agreement =
  | { kind: 'description'; round: number; description: RTCSessionDescriptionInit }
  | { kind: 'candidates'; candidates: RTCIceCandidateInit[] }

type Dependencies = {
  connection: RTCPeerConnection
  /** When both offer at once, the polite side takes its own offer back. */
  isPolite: boolean
  send(agreement: Agreement): void
  /** Called once an offer was taken, before it is answered: tracks are put in here. */
  onOffer(): void
}

/** How long to gather addresses before they are sent together, in ms. */
const gatherMs = 40
/** An offer without an answer goes again after so long, in ms: signals may be lost. */
const answerMs = 2500

/**
 * Perfect negotiation (WebRTC 1.0, section 10.7) over signals that may be lost or come twice: an offer is sent again until it
 * is answered, and an answer to an earlier one is passed over.
 */
export class Negotiation {
  readonly #to: Dependencies
  #isOffering = false
  #ignoresOffer = false
  #round = 0
  #gathered: RTCIceCandidateInit[] = []
  #timers = new Map<'gather' | 'answer', ReturnType<typeof setTimeout>>()
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#to = dependencies
    const { connection } = dependencies
    connection.addEventListener('negotiationneeded', () => void this.#offer())
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

  async #offer() {
    const { connection, isPolite } = this.#to
    // The first offer is the other side's: one of each would only collide.
    if (this.#isClosed || (isPolite && !connection.remoteDescription)) return
    try {
      this.#isOffering = true
      await connection.setLocalDescription()
      this.#round++
      this.#sendDescription(this.#round)
    } catch {
      // Closed, or an offer of the other side came first; its answer says all that this one would have.
    } finally {
      this.#isOffering = false
    }
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
    const { connection } = this.#to
    for (const candidate of agreement.candidates) {
      // Those of an offer that was passed over belong to nothing here.
      await connection.addIceCandidate(candidate).catch(error => {
        if (!this.#ignoresOffer) throw error
      })
    }
  }

  async #takeDescription({ description, round }: Agreement & { kind: 'description' }) {
    const { connection, isPolite, onOffer } = this.#to
    if (description.type === 'answer') {
      if (connection.signalingState !== 'have-local-offer' || round !== this.#round) return
      return connection.setRemoteDescription(description)
    }
    const collides = this.#isOffering || connection.signalingState !== 'stable'
    this.#ignoresOffer = collides && !isPolite
    if (this.#ignoresOffer) return
    await connection.setRemoteDescription(description)
    onOffer()
    await connection.setLocalDescription()
    this.#sendDescription(round)
  }
}
