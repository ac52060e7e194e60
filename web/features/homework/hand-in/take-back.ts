import { withdrawWrite } from '#kit/request/outbox.ts'
import { emptyDraft, type KeptDraft } from './draft.ts'
import type { HandIn } from './hand-ins.ts'

/**
 * Makes a handing-in that is not sent a draft again, its files with it. Answers false when the server may have it
 * already, so that it must arrive as it is.
 */
export async function takeBack(handIn: HandIn, kept: KeptDraft, hasSelfie: boolean): Promise<boolean> {
  const before = kept.draft
  const { write, text, exerciseId } = handIn
  // A selfie is handed in last.
  const uploads = hasSelfie ? handIn.uploads.slice(0, -1) : [...handIn.uploads]
  const selfie = hasSelfie ? handIn.uploads.at(-1) : undefined
  // The draft first: should the page close in between, the files still belong to somebody.
  kept.change({ text, exerciseId, uploads, selfie })
  const outcome = await withdrawWrite(write.id)
  if (outcome !== 'withdrawn') kept.change(outcome === 'gone' ? emptyDraft : before)
  return outcome !== 'undecided'
}
