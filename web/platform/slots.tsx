import { type ComponentType, createElement, Fragment, lazy, type LazyExoticComponent, Suspense } from 'react'
import { addCopy, type CopyPart } from './copy.ts'

/** Places in a screen that features after its own fill, with what each is told; the screen's feature adds them here. */
export interface Slots {}

export type SlotParts = { [Name in keyof Slots]?: () => Promise<ComponentType<Slots[Name]>> }

const parts = new Map<string, LazyExoticComponent<ComponentType<object>>[]>()

export function addSlots(own: SlotParts | undefined, copy: CopyPart): void {
  for (const [name, load] of Object.entries(own ?? {}) as [string, () => Promise<ComponentType<object>>][])
    parts.set(name, [
      ...(parts.get(name) ?? []),
      lazy(async () => ({ default: (await Promise.all([load(), addCopy(copy)]))[0] })),
    ])
}

/** What features put in this place; nothing stands there while it loads. */
export function Slot<Name extends keyof Slots>({ name, ...told }: { name: Name } & Slots[Name]) {
  return (
    <Suspense fallback={null}>
      {(parts.get(name) ?? []).map((Part, index) => (
        <Fragment key={index}>{createElement(Part, told)}</Fragment>
      ))}
    </Suspense>
  )
}
