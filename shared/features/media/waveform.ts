/** How many bars a recorded voice is drawn with. */
export const waveformBars = 48

/**
 * How loud a recording is over its length, from 0 to 100: the loudest sample of each of `bars` equal parts, beside the loudest
 * of all. Silence is 0 throughout; a recording shorter than its bars repeats samples.
 */
export function waveformOf(samples: ArrayLike<number>, bars = waveformBars): number[] {
  const step = samples.length / bars
  const loudest = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor(bar * step)
    const to = Math.max(from + 1, Math.floor((bar + 1) * step))
    let most = 0
    for (let at = from; at < Math.min(to, samples.length); at++) most = Math.max(most, Math.abs(samples[at] ?? 0))
    return most
  })
  const top = Math.max(...loudest)
  return loudest.map(one => (top === 0 ? 0 : Math.round((one * 100) / top)))
}
