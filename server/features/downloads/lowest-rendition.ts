import { readFile } from 'node:fs/promises'

type Rendition = { bandwidth: number; group: string | undefined; playlist: string }

/**
 * The playlists of an HLS film's smallest picture and of the sound that is heard with it first, relative to the main playlist;
 * undefined when there is only one picture to choose from.
 */
export async function lowestRendition(
  mainPlaylist: string,
): Promise<{ picture: string; sound: string | undefined } | undefined> {
  const lines = (await readFile(mainPlaylist, 'utf8')).split(/\r?\n/).map(line => line.trim())
  const renditions = lines.flatMap((line, index): Rendition[] => {
    const playlist = lines[index + 1]
    if (!line.startsWith('#EXT-X-STREAM-INF:') || !playlist) return []
    const bandwidth = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? Number.POSITIVE_INFINITY)
    return [{ bandwidth, group: /[:,]AUDIO="([^"]+)"/.exec(line)?.[1], playlist }]
  })
  if (renditions.length < 2) return undefined
  const [lowest] = renditions.toSorted((one, other) => one.bandwidth - other.bandwidth)
  if (!lowest) return undefined
  const sounds = lines.filter(line => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO') && line.includes(`"${lowest.group}"`))
  const first = sounds.find(line => line.includes('DEFAULT=YES')) ?? sounds[0]
  return { picture: lowest.playlist, sound: /[:,]URI="([^"]+)"/.exec(first ?? '')?.[1] }
}
