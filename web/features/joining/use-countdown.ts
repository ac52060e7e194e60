import { useSyncExternalStore } from 'react'

const tick = 500
const nameOf = (key: string) => `countdown ${key}`
const listeners = new Set<() => void>()

function left(key: string): number {
  const until = Number(sessionStorage.getItem(nameOf(key)) ?? 0)
  return Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const timer = setInterval(listener, tick)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}

/** Seconds left until something may be asked for again, counted down, also over a reload. */
export function useCountdown(key: string) {
  const seconds = useSyncExternalStore(subscribe, () => left(key))
  /** Begins to count this many seconds down. */
  const start = (from: number) => {
    sessionStorage.setItem(nameOf(key), String(Date.now() + from * 1000))
    for (const listener of listeners) listener()
  }
  return { seconds, start }
}
