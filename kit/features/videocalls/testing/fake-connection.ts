/** A connection as far as negotiating goes: its states and descriptions (WebRTC 1.0, section 4.3). */
export class FakeConnection extends EventTarget {
  signalingState: RTCSignalingState = 'stable'
  localDescription: (RTCSessionDescriptionInit & { toJSON(): object }) | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  made = 0

  async setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    const description = { type, sdp: `${type} ${++this.made}` } as const
    this.localDescription = { ...description, toJSON: () => description }
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('InvalidState')
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
  }

  async addIceCandidate() {}

  need() {
    this.dispatchEvent(new Event('negotiationneeded'))
  }
}
