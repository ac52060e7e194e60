import { useState } from 'react'
import { useDraft } from '#kit/form/draft.ts'

/** What is being written in a chat; `uploads` are the files chosen for it. */
export type Draft = { text: string; uploads: readonly string[] }

/** A draft from what was stored; empty when there is none or it cannot be read. */
export function draftFrom(kept: unknown): Draft {
  const { text, uploads } = Object(kept) as Partial<Record<keyof Draft, unknown>>
  const isList = Array.isArray(uploads) && uploads.every(one => typeof one === 'string')
  return { text: typeof text === 'string' ? text : '', uploads: isList ? uploads : [] }
}

/** The unsent message of a chat, such as `chat 7`; it survives a reload and a restart. An empty one is removed. */
export function useChatDraft(chat: string) {
  const { value, change } = useDraft<Draft>({
    subject: chat,
    place: 'device',
    read: draftFrom,
    isEmpty: ({ text, uploads }) => text === '' && uploads.length === 0,
  })
  const changePart = (next: (before: Draft) => Partial<Draft>) => change(before => ({ ...before, ...next(before) }))
  return { ...value, change: changePart }
}

const enterKey = 'chat enter'

function keptChoice(): string | null {
  try {
    return localStorage.getItem(enterKey)
  } catch {
    return null
  }
}

function keepChoice(choice: 'line' | 'send') {
  try {
    localStorage.setItem(enterKey, choice)
  } catch {
    // A browser that forbids storage keeps it until the page closes.
  }
}

/** Whether Enter sends on this device; otherwise it begins a line and Ctrl with Enter sends. */
export function useEnterSends() {
  const [isOn, setOn] = useState(() => keptChoice() !== 'line')
  const toggle = () => {
    keepChoice(isOn ? 'line' : 'send')
    setOn(!isOn)
  }
  return { isOn, toggle }
}
