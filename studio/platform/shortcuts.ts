import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { createStore } from '#kit/ui/store.ts'

/** A keyboard shortcut. */
export type Shortcut = {
  /** Key names as returned by `keyName`; the first one is shown. */
  keys: readonly string[]
  label: CopyKey
  run: () => void
  /** Works while typing in a field, too. */
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

const pressed = 'button, a, summary, [type=checkbox], [type=radio]'
const stepped = 'select, textarea, [contenteditable], [type=radio], [type=date], [type=number]'

/** Enter and Space belong to what is pressed or ticked with them, arrows to what is chosen or moved through with them. */
function isForTarget(target: EventTarget | null, key: string): boolean {
  const own = key === 'Enter' || key === 'Space' ? pressed : key.startsWith('Arrow') ? stepped : undefined
  return own !== undefined && target instanceof Element && target.closest(own) !== null
}

function handleKey(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    document.querySelector('dialog[open], :popover-open:is([role=menu], [role=dialog])')
  )
    return
  const key = keyName(event)
  const typing = isTyping(event.target)
  if (isForTarget(event.target, key)) return
  for (const { shortcuts } of groups.read().toReversed()) {
    const found = shortcuts.find(one => one.keys.includes(key) && (one.inFields || !typing))
    if (!found) continue
    event.preventDefault()
    return found.run()
  }
}

/** Leaves the focused field, so that keys are shortcuts again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

let listening = 0

/** Registers a screen's shortcuts while it is mounted and lists them in the keyboard help; the newest group wins. */
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

/** The registered shortcuts by group. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(groups.subscribe, groups.read)
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const punctuation: Record<string, [plain: string, shifted: string]> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

/**
 * The name of a pressed key, the same on every keyboard: on a Cyrillic one, letters and the three keys right of M are
 * named by position; on a Latin one, letters by what they type. `mod+` stands for Ctrl or Command.
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
