import { runTool, ToolFailure } from './run-tool.ts'
import { type ShownStream, shownSize } from './video-facts.ts'

export type VideoFigures = { durationMs: number; width: number | null; height: number | null }

type Probe = { streams?: ShownStream[]; format?: { duration?: string } }

const probeMs = 30_000

/** Length and shown size of a video by ffprobe; undefined when this machine has no ffprobe. Throws when it is no playable video. */
export async function probeVideo(path: string): Promise<VideoFigures | undefined> {
  const entries = 'stream=width,height:stream_side_data=rotation:format=duration'
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', path]
  const answer = await runTool('ffprobe', args, { timeoutMs: probeMs }).catch(error => noTool(error, path))
  if (answer === undefined) return undefined
  const { streams, format } = JSON.parse(answer) as Probe
  const [stream] = streams ?? []
  const seconds = Number(format?.duration)
  if (!stream?.width || !stream.height || !(seconds > 0)) throw new Error('it has no picture that plays')
  return { durationMs: Math.round(seconds * 1000), ...shownSize(stream) }
}

/** Undefined when there is no such tool; what it complains of is told without the path, which its caller names. */
function noTool(error: unknown, path: string): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  if (!(error instanceof ToolFailure)) throw error
  const last = error.said.split('\n').at(-1) ?? ''
  const reason = last.replaceAll(path, '').replace(/^[:\s]+/, '')
  throw new Error(reason || 'it cannot be read as a video', { cause: error })
}
