import { useState } from 'react'

/** What is being written in a chat; `uploads` are the files chosen for it. */
export type Draft = { text: string; uploads: readonly string[] }

const nameOf = (userId: number, chatId: number) => `draft ${userId} chat ${chatId}`

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function keep(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // A browser that forbids storage, or has no room, keeps the text until the page closes.
  }
}

/** A draft as it was kept; empty when there is none or it cannot be read. */
export function draftFromText(text: string | null): Draft {
  try {
    const { text: written, uploads } = JSON.parse(text ?? '{}') as Partial<Draft>
    const isList = Array.isArray(uploads) && uploads.every(one => typeof one === 'string')
    return { text: typeof written === 'string' ? written : '', uploads: isList ? uploads : [] }
  } catch {
    return { text: '', uploads: [] }
  }
}

/** What is being written in a chat: it survives leaving the chat, a reload and a restart; an empty one is forgotten. */
export function useDraft(userId: number, chatId: number) {
  const name = nameOf(userId, chatId)
  const [draft, setDraft] = useState(() => draftFromText(kept(name)))
  const change = (next: (before: Draft) => Partial<Draft>) => {
    // From what is kept: an upload may have started since this was drawn.
    const before = draftFromText(kept(name) ?? JSON.stringify(draft))
    const after = { ...before, ...next(before) }
    keep(name, after.text || after.uploads.length ? JSON.stringify(after) : null)
    setDraft(after)
  }
  return { ...draft, change }
}

const enterKey = 'chat enter'

/** Whether Enter sends on this device; otherwise it begins a line and Ctrl with Enter sends. */
export function useEnterSends() {
  const [isOn, setOn] = useState(() => kept(enterKey) !== 'line')
  const toggle = () => {
    keep(enterKey, isOn ? 'line' : 'send')
    setOn(!isOn)
  }
  return { isOn, toggle }
}
