import type { Outbox } from './waiting-writes.ts'
import type { WriteStore } from './write-store.ts'

export type Withdrawn = 'withdrawn' | 'undecided' | 'gone'

/**
 * Takes a write out of the outbox before it is sent and leaves its uploads to whoever goes on with them. 'undecided': it
 * was sent and no answer has come, so nothing is changed; 'gone': it has arrived or was discarded.
 */
export async function withdraw(
  store: Pick<WriteStore, 'change'>,
  outbox: Pick<Outbox, 'hear' | 'discard'>,
  id: number,
): Promise<Withdrawn> {
  let isUndecided = false
  const write = await store.change(id, before => {
    isUndecided = before.isUndecided === true
    // A refused write is sent by no tab, and one without uploads takes none with it when it goes.
    return isUndecided ? undefined : { ...before, uploads: [], refusal: { status: 0, code: 'withdrawn', message: '' } }
  })
  if (!write) return isUndecided ? 'undecided' : 'gone'
  outbox.hear({ kind: 'put', write })
  await outbox.discard(id)
  return 'withdrawn'
}
