/** A connection as far as negotiating goes: its states and descriptions (WebRTC 1.0, sections 4.3 and 4.7). */
export class FakeConnection extends EventTarget {
  #state: RTCSignalingState = 'stable'
  #isNeeded = false
  localDescription: (RTCSessionDescriptionInit & { toJSON(): object }) | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  made = 0

  get signalingState() {
    return this.#state
  }

  #become(state: RTCSignalingState) {
    this.#state = state
    this.dispatchEvent(new Event('signalingstatechange'))
    if (this.#isNeeded) queueMicrotask(() => this.need())
  }

  async setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    const description = { type, sdp: `${type} ${++this.made}` } as const
    this.localDescription = { ...description, toJSON: () => description }
    this.#become(type === 'offer' ? 'have-local-offer' : 'stable')
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('InvalidState')
    this.remoteDescription = description
    this.#become(description.type === 'offer' ? 'have-remote-offer' : 'stable')
  }

  async addIceCandidate() {}

  /** Needs an offer, once none waits for its answer. */
  need() {
    this.#isNeeded = this.#state !== 'stable'
    if (!this.#isNeeded) this.dispatchEvent(new Event('negotiationneeded'))
  }
}
