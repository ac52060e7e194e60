export type Settled<Data> = { kind: 'sent'; data: Data } | { kind: 'waiting' } | { kind: 'refused'; error: unknown }

type Enqueued<Data> = { isSent: true; data: Data } | { isSent: false }

/** What became of a write within `ms`: after that, or without a network, it waits and its outcome is told to `later`. */
export function settledWithin<Data>(
  write: Promise<Enqueued<Data>>,
  ms: number,
  later: (outcome: Settled<Data>) => void,
): Promise<Settled<Data>> {
  return new Promise(resolve => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      resolve({ kind: 'waiting' })
    }, ms)
    const settle = (outcome: Settled<Data>) => {
      clearTimeout(timer)
      if (isLate) later(outcome)
      else resolve(outcome)
    }
    write.then(
      answer => settle(answer.isSent ? { kind: 'sent', data: answer.data } : { kind: 'waiting' }),
      (error: unknown) => settle({ kind: 'refused', error }),
    )
  })
}
