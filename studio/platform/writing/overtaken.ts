import { RequestError } from '#kit/request/request-errors.ts'

/** Somebody else has written another version meanwhile. */
export class Overtaken<Version> extends Error {
  readonly theirs: Version
  constructor(theirs: Version) {
    super('Somebody else was faster')
    this.theirs = theirs
  }
}

/** Whether a write was refused because what it changes is another by now. */
const isOvertaken = (error: unknown) => error instanceof RequestError && error.code === 'changed_meanwhile'

/** Waits for a write; when another version stands there by now, reads that and throws Overtaken with it. */
export async function orOvertaken<Done, Version>(work: Promise<Done>, readNow: () => Promise<Version>): Promise<Done> {
  try {
    return await work
  } catch (error) {
    throw isOvertaken(error) ? new Overtaken(await readNow()) : error
  }
}

/** Waits for what somebody else may overtake: then it answers undefined, and `keepBoth` is given their version. */
export async function unlessOvertaken<Done, Version>(
  work: Promise<Done>,
  keepBoth: (theirs: Version) => void,
): Promise<Done | undefined> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    keepBoth((error as Overtaken<Version>).theirs)
    return undefined
  }
}
