/** Why no voice can be recorded: forbidden by the person or the browser, no microphone there, or it is taken. */
export type RecordingProblem = 'forbidden' | 'missing' | 'failed'

/** A voice that is being recorded. */
export interface Recording {
  /** How loud it is now, from 0 to 1. */
  level(): number
  /** Ends it; the file is named without an ending of its own. */
  finish(name: string): Promise<File>
  /** Ends it and forgets what was recorded. */
  drop(): void
}

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/webm']

/** Whether this browser can record at all. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined && types.some(isSupported)

const isSupported = (type: string) => MediaRecorder.isTypeSupported(type)

/** Why asking for the microphone was in vain. */
export function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'forbidden'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}

/** Asks for the microphone and records from it. Rejects as the browser does, see `problemOf`. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  try {
    return recordingOf(stream)
  } catch (error) {
    letGo(stream)
    throw error
  }
}

const letGo = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

function recordingOf(stream: MediaStream): Recording {
  const mimeType = types.find(isSupported)
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 48_000 })
  const pieces: Blob[] = []
  const sound = listenTo(stream)
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const end = () =>
    new Promise<void>(resolve => {
      recorder.addEventListener('stop', () => resolve(), { once: true })
      if (recorder.state === 'inactive') resolve()
      else recorder.stop()
    }).finally(() => {
      letGo(stream)
      sound.close()
    })
  // By the piece, so that a long recording does not end in one large one.
  recorder.start(1000)
  return {
    level: sound.level,
    async finish(name) {
      await end()
      const [type = 'audio/webm'] = recorder.mimeType.split(';')
      return new File(pieces, `${name}.${type === 'audio/mp4' ? 'm4a' : 'webm'}`, { type })
    },
    drop: () => void end(),
  }
}

function listenTo(stream: MediaStream) {
  const context = new AudioContext()
  // Begun after a question, it may be asleep.
  void context.resume().catch(() => {})
  const analyser = context.createAnalyser()
  // Longer than the time between two looks, so that no short sound is missed.
  analyser.fftSize = 8192
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.fftSize)
  return {
    level() {
      analyser.getByteTimeDomainData(samples)
      return Math.max(...samples.map(sample => Math.abs(sample - 128))) / 128
    },
    close: () => void context.close().catch(() => {}),
  }
}
