import { type ComponentType, lazy, Suspense } from 'react'
import { partsOf, type SlotPart, type Slots } from './slots.ts'

const Nothing = () => null
const components = new Map<string, ComponentType<object>[]>()

function componentsOf(name: string): ComponentType<object>[] {
  const loaded = async (load: SlotPart) => {
    try {
      return { default: await load() }
    } catch {
      // The screen works without it; the next render retries.
      components.delete(name)
      return { default: Nothing }
    }
  }
  const made = components.get(name) ?? partsOf(name).map(load => lazy(() => loaded(load)))
  components.set(name, made)
  return made
}

/** What features add at this place of a screen; empty while it loads. */
export function Slot<Name extends keyof Slots>({ name, ...told }: { name: Name } & Slots[Name]) {
  return (
    <Suspense fallback={null}>
      {componentsOf(name).map((Part, index) => (
        <Part key={index} {...told} />
      ))}
    </Suspense>
  )
}
