import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'

/**
 * Lets the person prove who they are, unless they have just done so; false when they decline. Rejects when the server
 * cannot be asked.
 */
export async function prove(): Promise<boolean> {
  const { data } = await request('POST /user/request-proof')
  if (data.way === 'none') return true
  const { askForProof } = await import('./ProofDialog.tsx')
  return askForProof(data)
}

/** Does what only a proven person may; if it is refused for that, once more after a proof. False when they decline. */
export async function withProof(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'proof_needed')) throw error
  }
  if (!(await prove())) return false
  await act()
  return true
}
