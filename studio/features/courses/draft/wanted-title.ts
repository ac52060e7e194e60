import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { createStore } from '#kit/ui/store.ts'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'

/** A part of a course's draft; without its id, the course itself. */
type Wanted = { course: number; part: string | undefined }

/** The part whose title is to be written next, as soon as its fields are there. */
const wantedTitle = createStore<Wanted | undefined>(undefined)

/** Says that the author goes on to a title: of what has been added, opened or chosen in the tree. */
export function wantTitle(course: number, part?: string): void {
  wantedTitle.change(() => ({ course, part }))
}

/** The title that is wanted takes the focus once it is there, unless something else is being written. */
export function useWantedTitle(course: number, { id, kind }: DraftHeadWire, isThere: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const wanted = useSyncExternalStore(wantedTitle.subscribe, wantedTitle.read)
  const isMeant = wanted?.part === undefined ? kind === 'course' : wanted.part === id
  const isWanted = isThere && isMeant && wanted?.course === course
  // Who goes on to another part no longer means the one before.
  const isPassedOver = wanted !== undefined && wanted.course === course && !isMeant
  const passOver = useEffectEvent(() => isPassedOver && wantedTitle.change(() => undefined))
  useEffect(() => void passOver(), [])
  useEffect(() => {
    if (!isWanted) return
    wantedTitle.change(() => undefined)
    if (document.activeElement?.matches('input, textarea, select')) return
    const field = panel.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus()
    // The name of a course is not written over by a slip of the hand, nor how often a set is repeated, which has no title.
    if (kind !== 'course' && kind !== 'set') field?.select()
    // On a phone the tree is shown first.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [isWanted, kind])
  return panel
}
