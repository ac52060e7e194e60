import { useState } from 'react'

const nameOf = (userId: number, chatId: number) => `draft ${userId} chat ${chatId}`

function kept(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function keep(name: string, text: string) {
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    // A browser that forbids storage keeps the text until the page closes.
  }
}

/** What is being written in a chat: it survives leaving the chat, a reload and a restart; empty text is forgotten. */
export function useDraft(userId: number, chatId: number) {
  const name = nameOf(userId, chatId)
  const [text, setText] = useState(() => kept(name))
  const change = (next: string) => {
    keep(name, next)
    setText(next)
  }
  return { text, change }
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
