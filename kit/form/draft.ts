import { useCallback, useEffect, useRef, useState } from 'react'
import { settings } from '#kit/request/connection.ts'

/**
 * Where a draft is kept: `page` in memory until a reload, `tab` until the tab is closed, `device` across restarts and in all
 * tabs. What is kept for the page and the device belongs to one person.
 */
export type DraftPlace = 'page' | 'tab' | 'device'

const inMemory = new Map<string, string>()

function nameOf(subject: string, place: DraftPlace): string {
  return place === 'tab' ? `draft ${subject}` : `${settings.storagePrefix}draft ${settings.userId} ${subject}`
}

/** What is stored under a name; a browser that forbids storage keeps it until the page closes. */
function stored(name: string, place: DraftPlace): unknown {
  try {
    const text = inMemory.get(name) ?? (place === 'page' ? null : storageOf(place).getItem(name))
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

const storageOf = (place: 'tab' | 'device') => (place === 'tab' ? sessionStorage : localStorage)

function store(name: string, place: DraftPlace, value: unknown): void {
  inMemory.delete(name)
  const text = value === undefined ? undefined : JSON.stringify(value)
  try {
    if (place !== 'page')
      return text === undefined ? storageOf(place).removeItem(name) : storageOf(place).setItem(name, text)
  } catch {
    // Storage is forbidden or full.
  }
  if (text !== undefined) inMemory.set(name, text)
}

/** The draft of a subject as it was stored, unchecked; undefined when there is none or it cannot be read. */
export const keptDraft = (subject: string, place: DraftPlace): unknown => stored(nameOf(subject, place), place)

/** Keeps a draft; undefined forgets it. */
export function keepDraft(subject: string, place: DraftPlace, value: unknown): void {
  store(nameOf(subject, place), place, value)
}

export type DraftPlan<Value> = {
  /** What is being written, such as `homework 5`. */
  subject: string
  place: DraftPlace
  /** Makes a value of what was stored, which may be undefined or anything; what is not as it should be is left out. */
  read: (stored: unknown) => Value
  /** Whether it holds nothing that could be lost, so that it need not be kept. */
  isEmpty: (value: Value) => boolean
}

export type Draft<Value> = {
  value: Value
  change: (next: Value | ((before: Value) => Value)) => void
  /** Deletes what is stored, once it was sent; what is on the screen stays. */
  forget: () => void
}

/** What somebody is writing: it survives a reload until it is sent or emptied. Never for passwords. */
export function useDraft<Value>({ subject, place, read, isEmpty }: DraftPlan<Value>): Draft<Value> {
  const [name] = useState(() => nameOf(subject, place))
  const [value, setValue] = useState(() => read(stored(name, place)))
  const last = useRef(value)
  const plan = useRef({ read, isEmpty })
  plan.current = { read, isEmpty }
  const show = useCallback((next: Value) => {
    last.current = next
    setValue(() => next)
  }, [])
  const change = useCallback(
    (next: Value | ((before: Value) => Value)) => {
      // From what is stored: the screen may have gone, and come back, since this was asked for.
      const kept = stored(name, place)
      const before = kept === undefined ? last.current : plan.current.read(kept)
      const after = typeof next === 'function' ? (next as (before: Value) => Value)(before) : next
      store(name, place, plan.current.isEmpty(after) ? undefined : after)
      show(after)
    },
    [name, place, show],
  )
  const forget = useCallback(() => store(name, place, undefined), [name, place])
  useEffect(() => {
    if (place !== 'device') return
    const follow = ({ key }: StorageEvent) => {
      if (key === name) show(plan.current.read(stored(name, place)))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [name, place, show])
  return { value, change, forget }
}

/** A text that is being typed, kept for the tab unless said otherwise; `initial` is what is there without a draft. */
export function useTextDraft(subject: string, initial = '', place: DraftPlace = 'tab') {
  const { value, change, forget } = useDraft<string>({
    subject,
    place,
    read: kept => (typeof kept === 'string' ? kept : initial),
    isEmpty: text => text === initial,
  })
  return { text: value, change, forget }
}
