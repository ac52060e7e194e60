import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { createStore } from '#kit/ui/store.ts'

/** A command key of a screen. */
export type Shortcut = {
  /** As `keyName` gives it; the first is the one that is shown. */
  keys: readonly string[]
  label: CopyKey
  run: () => void
  /** Works while something is being typed too. */
  inFields?: boolean
}

type ShortcutGroup = { title: CopyKey; shortcuts: readonly Shortcut[] }

const groups = createStore<readonly ShortcutGroup[]>([])

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !/^(range|checkbox|radio|button|submit)$/.test(target.type)
}

/** Enter and the space bar belong to the button or link that has the focus. */
function isPressing(target: EventTarget | null, key: string): boolean {
  return (
    (key === 'Enter' || key === 'Space') && target instanceof Element && target.closest('button, a, summary') !== null
  )
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open], :popover-open[role=menu]'))
    return
  const key = keyName(event)
  const typing = isTyping(event.target)
  if (isPressing(event.target, key)) return
  for (const { shortcuts } of groups.read().toReversed()) {
    const found = shortcuts.find(one => one.keys.includes(key) && (one.inFields || !typing))
    if (!found) continue
    event.preventDefault()
    return found.run()
  }
}

/** Out of a text, so that the keys mean commands again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

let listening = 0

/** Makes the keys of a screen work while it is shown, and lists them in the keyboard help; the newest group goes first. */
export function useShortcuts(title: CopyKey, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const names = shortcuts.map(({ keys, label }) => `${keys.join(' ')} ${label}`).join()
  useEffect(() => {
    const group: ShortcutGroup = {
      title,
      shortcuts: latest.current.map((one, index) => ({ ...one, run: () => latest.current[index]?.run() })),
    }
    groups.change(all => [...all, group])
    if (listening++ === 0) addEventListener('keydown', handleKey)
    return () => {
      groups.change(all => all.filter(one => one !== group))
      if (--listening === 0) removeEventListener('keydown', handleKey)
    }
  }, [title, names])
}

/** The keys that work now, by group. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(groups.subscribe, groups.read)
}

/** What of a keyboard event says which key it was. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const punctuation: Record<string, [plain: string, shifted: string]> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

/**
 * The name of a pressed key, the same on every keyboard: on a Cyrillic one the letters and the three keys right of M are
 * named by their place, on any Latin one letters by what they write. `mod+` stands for Ctrl or Command.
 */
export function keyName(press: KeyPress): string {
  const plain = plainName(press)
  return press.ctrlKey || press.metaKey ? `mod+${plain}` : press.altKey ? `alt+${plain}` : plain
}

function plainName({ key, code, shiftKey }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter && key.length === 1) return letter.toLowerCase()
  if (key === '/' || key === '?') return key
  const [unshifted, shifted] = punctuation[code] ?? []
  if (unshifted && key.length === 1) return (shiftKey ? shifted : unshifted) ?? key
  if (key === ' ') return 'Space'
  return key
}
