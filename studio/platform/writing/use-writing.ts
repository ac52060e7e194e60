import { useState } from 'react'
import { useDraft } from '#kit/form/draft.ts'
import { Overtaken, orOvertaken, unlessOvertaken } from './overtaken.ts'
import { withSent } from './unanswered.ts'

/** What is written over something that others may change too. */
export type Written<Fields> = {
  /** The revision that its author began from. */
  revision: number
  fields: Fields
  /** What was sent since then, without an answer yet: the server may have taken any of it. */
  sent: readonly Fields[]
}

type Revised = { revision: number }
/** Whether fields say what is stored. */
type IsSaved<Fields, Stored> = (written: { fields: Fields }, stored: Stored) => boolean

type Saving<Fields, Draft, Stored> = {
  /** Sends a draft over its revision and answers the next one. */
  send: (draft: Draft) => Promise<number>
  /** Reads what is stored now. */
  readNow: () => Promise<Stored>
  isSaved: IsSaved<Fields, Stored>
}

/**
 * Saves a draft and answers its revision. What the draft has sent before is known as its own, when only the answer was lost. Throws
 * Overtaken with what somebody else has saved.
 */
export async function saveOver<Fields, Draft extends Written<Fields>, Stored extends Revised>(
  draft: Draft,
  saving: Saving<Fields, Draft, Stored>,
): Promise<number> {
  try {
    return await orOvertaken(saving.send(draft), saving.readNow)
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    const { theirs } = error as Overtaken<Stored>
    if (!draft.sent.some(fields => saving.isSaved({ fields }, theirs))) throw error
    return saveOver({ ...draft, revision: theirs.revision }, saving)
  }
}

type Plan<Fields, Draft, Stored> = {
  /** What is written, such as `article 5`. */
  subject: string
  stored: Stored
  draftOf: (stored: Stored) => Draft
  /** What this device kept of an earlier visit, if that is a draft. */
  draftFrom: (kept: unknown) => Draft | undefined
  isSaved: IsSaved<Fields, Stored>
  /** Saves a draft and answers its revision; throws Overtaken when somebody else was faster. */
  save: (draft: Draft) => Promise<number>
  /** Shows a saved draft as what is stored, and answers it. */
  show: (draft: Draft, revision: number) => Promise<Stored>
}

/** What is written of something, kept on this device until it is saved; what somebody else has saved meanwhile is `theirs`. */
export function useWriting<Fields, Draft extends Written<Fields>, Stored extends Revised>({
  stored,
  draftOf,
  isSaved,
  ...plan
}: Plan<Fields, Draft, Stored>) {
  const [theirs, setTheirs] = useState<Stored>()
  const { value: written, change } = useDraft<Draft | undefined>({
    subject: plan.subject,
    place: 'device',
    read: plan.draftFrom,
    isEmpty: draft => !draft || isSaved(draft, stored),
  })
  const value = written ?? draftOf(stored)

  const keepBoth = (other: Stored) => {
    change((now = value) => now)
    setTheirs(other)
  }

  /** Saves what is written and answers its revision; undefined when somebody else was faster. */
  async function save(): Promise<number | undefined> {
    if (isSaved(value, stored)) return stored.revision
    const draft = { ...value, sent: withSent(value.sent, value.fields) }
    change(draft)
    const revision = await unlessOvertaken(plan.save(draft), keepBoth)
    if (revision === undefined) return undefined
    const saved = await plan.show(draft, revision)
    // What was typed meanwhile is left to be saved.
    change(now => (now && !isSaved(now, saved) ? { ...now, revision, sent: [] } : undefined))
    return revision
  }

  return {
    value,
    theirs,
    isSaved: isSaved(value, stored),
    save,
    /** Waits for another write over what is stored; undefined when somebody else was faster. */
    unlessOvertaken: <Done extends object>(work: Promise<Done>) => unlessOvertaken(work, keepBoth),
    put: (changed: (before: Draft) => Draft) => change((before = draftOf(stored)) => changed(before)),
    /** Settles a conflict: with what is written here, which can be saved then, or with what the other one has saved. */
    settle: (by: 'mine' | 'theirs') => {
      if (!theirs) return
      change(by === 'theirs' ? undefined : { ...value, revision: theirs.revision, sent: [] })
      setTheirs(undefined)
    },
  }
}
