/**
 * Why a microphone or camera gives nothing. `denied`: not allowed; `missing`: there is none; `busy`: another app has it;
 * `unsupported`: this browser, or a page without HTTPS, has none.
 */
export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'unsupported' | 'failed'

type Kind = 'microphone' | 'camera'

const problems: Record<string, DeviceProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  NotSupportedError: 'unsupported',
}

/** By the names of the errors that `getUserMedia` throws. */
export function deviceProblemOf(error: unknown): DeviceProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return problems[name] ?? 'failed'
}

/** Whether this browser can hold a call at all. */
export function canCall(): boolean {
  return 'RTCPeerConnection' in globalThis && 'CompressionStream' in globalThis
}

const sound: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const picture: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 24, max: 30 },
}

function wanted(kind: Kind, deviceId: string | undefined): MediaStreamConstraints {
  const device: MediaTrackConstraints = deviceId ? { deviceId: { exact: deviceId } } : {}
  if (kind === 'microphone') return { audio: { ...sound, ...device } }
  return { video: { ...picture, ...(deviceId ? device : { facingMode: 'user' }) } }
}

/**
 * Opens a microphone or camera. `before` is closed first only where a device opens one at a time, as cameras of phones do.
 * Errors are read by `deviceProblemOf`.
 */
export async function openDevice(
  kind: Kind,
  deviceId: string | undefined,
  before: MediaStreamTrack | undefined,
): Promise<MediaStreamTrack> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('No devices in this browser', 'NotSupportedError')
  const open = async () => (await navigator.mediaDevices.getUserMedia(wanted(kind, deviceId))).getTracks()[0]
  const retry = (error: unknown) => {
    if (deviceProblemOf(error) !== 'busy' || !before) throw error
    before.stop()
    return open()
  }
  const track = await open().catch(retry)
  if (!track) throw new DOMException('The device gave nothing', 'NotFoundError')
  if (track.kind === 'audio') track.contentHint = 'speech'
  return track
}

/** The picture of a screen, window or tab that the person chooses. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('Nothing was chosen', 'NotFoundError')
  track.contentHint = 'detail'
  return track
}

/** Phones have no screen to share. */
export const canShareScreen = (): boolean => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

export type DeviceList = Record<'microphone' | 'camera' | 'speaker', { id: string; label: string }[]>

const kinds: Record<MediaDeviceKind, keyof DeviceList> = {
  audioinput: 'microphone',
  videoinput: 'camera',
  audiooutput: 'speaker',
}

/** What is plugged in; names are known only once the person has allowed something. */
export async function listDevices(): Promise<DeviceList> {
  const list: DeviceList = { microphone: [], camera: [], speaker: [] }
  for (const { kind, deviceId, label } of (await navigator.mediaDevices?.enumerateDevices()) ?? [])
    if (deviceId) list[kinds[kind]].push({ id: deviceId, label })
  return list
}
