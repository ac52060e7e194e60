import { recomputeOrders } from '#server/features/billing/recompute.ts'
import { followOrder } from '#server/features/streams/ordered-places.ts'
import { readArguments, UsageError } from './operator-command.ts'
import type { School } from './run-operator-command.ts'

const usage = `npm run billing -- recompute

  recompute   derives every order and subscription from the ledger, mends what stands otherwise and says which`

/** What the command line asks for; throws UsageError. */
export function readBillingArguments(args: string[]): 'recompute' {
  const { positionals } = readArguments(args, {}, usage)
  if (positionals.length !== 1 || positionals[0] !== 'recompute') throw new UsageError(usage)
  return 'recompute'
}

/** Runs the command on an open, migrated database. */
export async function runBillingCommand(
  _command: 'recompute',
  { database, now, print }: Pick<School, 'database' | 'now' | 'print'>,
) {
  const { count, wrong } = await recomputeOrders(database, () => now, { access: [followOrder], receipts: [] })
  print(`${count} orders derived from the ledger, ${wrong.length} stood otherwise`)
  for (const id of wrong) print(`  order ${id}`)
}
