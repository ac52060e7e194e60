import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { partsOf, type Slots } from './slots.ts'

type Parts = ComponentType<object>[]

const Nothing = () => null
const loading = new Map<string, Promise<Parts>>()
const arrived = new Map<string, Parts>()

function loadParts(name: string): Promise<Parts> {
  const known = loading.get(name)
  if (known) return known
  const wanted = partsOf(name).map(load =>
    load().catch(() => {
      // The screen works without it; the next one with this place retries.
      loading.delete(name)
      return Nothing
    }),
  )
  const found = Promise.all(wanted)
  loading.set(name, found)
  void found.then(parts => arrived.set(name, parts))
  return found
}

/**
 * What features add at this place of a screen; empty, or `meanwhile`, while it loads. React would keep it empty for 300 ms at least, were the parts
 * lazy components.
 */
export function Slot<Name extends keyof Slots>({
  name,
  meanwhile,
  ...told
}: { name: Name; meanwhile?: ReactNode } & Slots[Name]) {
  const [parts, setParts] = useState(() => arrived.get(name))
  useEffect(() => {
    let isShown = true
    void loadParts(name).then(found => isShown && setParts(found))
    return () => {
      isShown = false
    }
  }, [name])
  return parts ? parts.map((Part, index) => <Part key={index} {...told} />) : meanwhile
}
