import { useState } from 'react'

const nameOf = (key: string) => `draft ${key}`

/**
 * A text being typed that survives a reload of the tab, such as the one after a new release. Never for secrets.
 * `clear` forgets it once it was sent.
 */
export function useDraft(key: string, initial = '') {
  const [text, setText] = useState(() => sessionStorage.getItem(nameOf(key)) ?? initial)
  const change = (next: string) => {
    sessionStorage.setItem(nameOf(key), next)
    setText(next)
  }
  const clear = () => sessionStorage.removeItem(nameOf(key))
  return { text, change, clear }
}
