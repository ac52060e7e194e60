const base = 36
const shortest = 1
const longest = 26

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((base - shortest) * longest) / 2; steps += base) rest = Math.floor(rest / (base - shortest))
  return steps + Math.floor(((base - shortest + 1) * rest) / (rest + 38))
}

/** The letters that an `xn--` domain label stands for (RFC 3492); undefined when it is not well formed. */
export function decodedLabel(label: string): string | undefined {
  if (!/^xn--[a-z0-9-]+$/i.test(label)) return undefined
  const encoded = label.slice(4).toLowerCase()
  const split = encoded.lastIndexOf('-')
  const letters = Array.from(encoded.slice(0, Math.max(0, split)))
  let digits = encoded.slice(split + 1)
  let code = 128
  let bias = 72
  let position = 0
  while (digits) {
    const start = position
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(digits.charAt(0), 36)
      if (Number.isNaN(digit)) return undefined
      // RFC 3492 counts a to z as 0 to 25 and 0 to 9 as 26 to 35, parseInt the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10
      digits = digits.slice(1)
      position += value * weight
      const threshold = Math.max(shortest, Math.min(longest, step - bias))
      if (value < threshold) break
      weight *= base - threshold
    }
    const length = letters.length + 1
    bias = adapted(position - start, length, start === 0)
    code += Math.floor(position / length)
    if (code > 0x10ffff) return undefined
    position %= length
    letters.splice(position, 0, String.fromCodePoint(code))
    position += 1
  }
  return letters.join('')
}
