import { useState } from 'react'
import { Slot } from '#kit/shell/Slot.tsx'
import type { Slots } from '#kit/shell/slots.ts'
import { keptPlaces, late, type LatePlace, wordOf } from './late-places.ts'

type LateName = { [Name in keyof Slots]: Slots[Name] extends LatePlace ? Name : never }[keyof Slots]

/**
 * A slot for what comes after the screen is drawn. Nothing moves when that arrives: it has room where it stood on this device before, and
 * what is new waits for the next screen.
 */
export function LateSlot<Name extends LateName>(props: { name: Name } & Slots[Name]) {
  const [style] = useState(() =>
    late.isReady ? { display: 'contents' } : keptPlaces().includes(wordOf(props)) ? { minHeight: '8rem' } : undefined,
  )
  return (
    <div hidden={!style} style={style}>
      <Slot {...props} />
    </div>
  )
}
