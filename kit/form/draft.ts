import { useCallback, useEffect, useRef, useState } from 'react'
import { settings } from '#kit/request/connection.ts'

/**
 * Where a draft is stored: `page` in memory until a reload, `tab` until the tab is closed, `device` across restarts and
 * tabs. Drafts on the page and device belong to one person.
 */
export type DraftPlace = 'page' | 'tab' | 'device'

const inMemory = new Map<string, string>()

function nameOf(subject: string, place: DraftPlace): string {
  return place === 'tab' ? `draft ${subject}` : `${settings.storagePrefix}draft ${settings.userId} ${subject}`
}

/** The value stored under a name; without storage it lasts until the page closes. */
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

/** The stored draft of a subject, unchecked; undefined when there is none or it is unreadable. */
export const keptDraft = (subject: string, place: DraftPlace): unknown => stored(nameOf(subject, place), place)

/** Stores a draft; undefined removes it. */
export function keepDraft(subject: string, place: DraftPlace, value: unknown): void {
  store(nameOf(subject, place), place, value)
}

export type DraftPlan<Value> = {
  /** What is being written, such as `homework 5`. */
  subject: string
  place: DraftPlace
  /** Turns the stored data, which may be anything, into a value; invalid parts are left out. */
  read: (stored: unknown) => Value
  /** Whether there is nothing to lose, so that it need not be stored. */
  isEmpty: (value: Value) => boolean
}

export type Draft<Value> = {
  value: Value
  change: (next: Value | ((before: Value) => Value)) => void
  /** Deletes the stored draft once it has been sent; the screen keeps its content. */
  forget: () => void
}

/** Tells what a draft has become, to others of this page that show it: the storage tells other tabs alone. */
const changes = new EventTarget()

/** A draft that survives a reload until it is sent or emptied. Never for passwords. */
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
      // Read from storage: the screen may have been left and reopened since.
      const kept = stored(name, place)
      const before = kept === undefined ? last.current : plan.current.read(kept)
      const after = typeof next === 'function' ? (next as (before: Value) => Value)(before) : next
      store(name, place, plan.current.isEmpty(after) ? undefined : after)
      show(after)
      changes.dispatchEvent(new CustomEvent(name, { detail: { after } }))
    },
    [name, place, show],
  )
  const forget = useCallback(() => store(name, place, undefined), [name, place])
  useEffect(() => {
    const follow = (event: Event) => {
      const { after } = (event as CustomEvent<{ after: Value }>).detail
      if (after !== last.current) show(after)
    }
    changes.addEventListener(name, follow)
    return () => changes.removeEventListener(name, follow)
  }, [name, show])
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

/** A text being typed, stored for the tab by default; `initial` is used when there is no draft. */
export function useTextDraft(subject: string, initial = '', place: DraftPlace = 'tab') {
  const { value, change, forget } = useDraft<string>({
    subject,
    place,
    read: kept => (typeof kept === 'string' ? kept : initial),
    isEmpty: text => text === initial,
  })
  return { text: value, change, forget }
}
