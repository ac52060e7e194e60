import { broken, type Check, type Finding } from '#server/platform/check.ts'

const patienceMs = 30_000
const marks = { good: '✓', lacking: '!', broken: '✗' }

/**
 * Tries everything at once and prints each finding in the order of the checks; answers how many are broken and how many lacking. A
 * check that has said nothing for `withinMs` is broken.
 */
export async function runChecks(checks: readonly Check[], print: (line: string) => void, withinMs = patienceMs) {
  const count = { broken: 0, lacking: 0, good: 0 }
  const running = checks.map(check => ({ name: check.name, finding: tried(check, withinMs) }))
  for (const { name, finding: found } of running) {
    const finding = await found
    count[finding.state]++
    print(`${marks[finding.state]} ${name}: ${finding.says}`)
    if (finding.state !== 'good') print(`    ${finding.advice}`)
  }
  return count
}

async function tried({ run, advice }: Check, withinMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>(resolve => {
    timer = setTimeout(() => resolve(broken(`no answer within ${withinMs / 1000} s`, advice)), withinMs)
  })
  try {
    return await Promise.race([run(), late])
  } catch (error) {
    return broken(reasonOf(error), advice)
  } finally {
    clearTimeout(timer)
  }
}

/** A sentence about a failure; several at once, as of a name with several addresses, are told as one. */
function reasonOf(error: unknown): string {
  const all = error instanceof AggregateError ? error.errors : [error]
  const reasons = all.map(one => {
    if (!(one instanceof Error)) return String(one)
    return one.cause instanceof Error && !one.message.includes(one.cause.message)
      ? `${one.message}: ${one.cause.message}`
      : one.message
  })
  return [...new Set(reasons)].join('; ') || 'it failed without a word'
}
