import { type ComponentType, lazy, Suspense } from 'react'
import { partsOf, type Slots } from './slots.ts'

const components = new Map<string, ComponentType<object>[]>()

function componentsOf(name: string): ComponentType<object>[] {
  const made = components.get(name) ?? partsOf(name).map(load => lazy(async () => ({ default: await load() })))
  components.set(name, made)
  return made
}

/** What features put in this place of a screen; nothing stands there while it loads. */
export function Slot<Name extends keyof Slots>({ name, ...told }: { name: Name } & Slots[Name]) {
  return (
    <Suspense fallback={null}>
      {componentsOf(name).map((Part, index) => (
        <Part key={index} {...told} />
      ))}
    </Suspense>
  )
}
