import { createStore } from '#kit/ui/store.ts'

/** A part of a course's draft; without its id, the course itself. */
type Wanted = { course: number; part: string | undefined }

/** The part whose title is to be written next, as soon as its fields are there. */
export const wantedTitle = createStore<Wanted | undefined>(undefined)

/** Says that the author goes on to a title: of what has been added, opened or chosen in the tree. */
export function wantTitle(course: number, part?: string): void {
  wantedTitle.change(() => ({ course, part }))
}
