import type { ComponentType } from 'react'

/** Places in a screen that features after its own fill, with what each is told; the screen's feature adds them here. */
export interface Slots {}

/** What a feature puts in slots, by their names. */
export type SlotParts = { [Name in keyof Slots]?: () => Promise<ComponentType<Slots[Name]>> }

export type SlotPart = () => Promise<ComponentType<object>>

const known = new Map<string, SlotPart[]>()

/** Makes known what a feature puts in slots; `prepare` loads what a part needs beside its code. */
export function addSlots(own: SlotParts = {}, prepare: () => Promise<unknown> = async () => {}): void {
  for (const [name, load] of Object.entries(own) as [string, SlotPart][]) {
    const part = async () => (await Promise.all([load(), prepare()]))[0]
    known.set(name, [...(known.get(name) ?? []), part])
  }
}

/** What features put in this slot, in the order of the registry. */
export const partsOf = (name: string): readonly SlotPart[] => known.get(name) ?? []
