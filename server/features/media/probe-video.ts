import { spawn } from 'node:child_process'

export type VideoFigures = { durationMs: number; width: number | null; height: number | null }

type Probe = {
  streams?: { width?: number; height?: number; side_data_list?: { rotation?: number }[] }[]
  format?: { duration?: string }
}

/** Length and shown size of a video by ffprobe; undefined when this machine has no ffprobe. Throws when it is no playable video. */
export async function probeVideo(path: string): Promise<VideoFigures | undefined> {
  const entries = 'stream=width,height:stream_side_data=rotation:format=duration'
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', path]
  const answer = await output('ffprobe', args)
  if (answer === undefined) return undefined
  const { streams, format } = JSON.parse(answer) as Probe
  const [stream] = streams ?? []
  const seconds = Number(format?.duration)
  if (!stream?.width || !stream.height || !(seconds > 0)) throw new Error('it has no picture that plays')
  const turned = stream.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false
  const [width, height] = turned ? [stream.height, stream.width] : [stream.width, stream.height]
  return { durationMs: Math.round(seconds * 1000), width, height }
}

function output(command: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 30_000 })
    let text = ''
    let trouble = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (trouble += chunk))
    child.on('error', error => ('code' in error && error.code === 'ENOENT' ? resolve(undefined) : reject(error)))
    child.on('close', code => {
      const reason = trouble
        .trim()
        .split('\n')
        .at(-1)
        ?.replaceAll(args.at(-1) ?? '', '')
        .replace(/^[:\s]+/, '')
      if (code === 0) resolve(text)
      else reject(new Error(reason || 'it cannot be read as a video'))
    })
  })
}
