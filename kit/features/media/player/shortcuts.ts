import { useEffect, useEffectEvent } from 'react'

/** How far buttons, keys and taps skip, in seconds. */
export const skipSeconds = 10

/** How far a media key or the lock screen skips, in seconds: as far as the device asks for, otherwise as the buttons do. */
export const keySeconds = ({ seekOffset }: Pick<MediaSessionActionDetails, 'seekOffset'>): number =>
  seekOffset || skipSeconds

export interface ShortcutActions {
  toggle(): void
  skip(seconds: number): void
  /** 0 to 1 of the video. */
  seekShare(share: number): void
  changeVolume(by: number): void
  toggleMuted(): void
  toggleFullscreen(): void
  toggleSubtitles(): void
  changeRate(steps: number): void
}

/** The action of a key by its physical position, so that it works on a Russian keyboard; undefined for other keys. */
export function shortcutFor(code: string, isShift: boolean): ((actions: ShortcutActions) => void) | undefined {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit && !isShift) return actions => actions.seekShare(Number(digit) / 10)
  if (isShift) {
    if (code === 'Period') return actions => actions.changeRate(1)
    if (code === 'Comma') return actions => actions.changeRate(-1)
    return undefined
  }
  return plainKeys[code]
}

const plainKeys: Record<string, (actions: ShortcutActions) => void> = {
  Space: actions => actions.toggle(),
  KeyK: actions => actions.toggle(),
  KeyJ: actions => actions.skip(-skipSeconds),
  KeyL: actions => actions.skip(skipSeconds),
  ArrowLeft: actions => actions.skip(-skipSeconds),
  ArrowRight: actions => actions.skip(skipSeconds),
  ArrowUp: actions => actions.changeVolume(0.1),
  ArrowDown: actions => actions.changeVolume(-0.1),
  KeyM: actions => actions.toggleMuted(),
  KeyF: actions => actions.toggleFullscreen(),
  KeyC: actions => actions.toggleSubtitles(),
}

const ownKeys = new Set(['Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])

/** Whether the focused element uses the key itself. */
function isTaken(target: Element, code: string): boolean {
  if (target.closest('textarea, select, [contenteditable], [role="menu"], [role="listbox"]')) return true
  const input = target.closest('input')
  if (input?.type === 'range') return input.dataset.slider !== 'time' && ownKeys.has(code)
  if (input?.type === 'radio') return ownKeys.has(code)
  if (input) return true
  return code === 'Space' && !!target.closest('button, a, summary, [role="button"]')
}

/** Handles the player's keys, from the player or while nothing on the page has the focus. */
export function useShortcuts(frame: HTMLElement | null, actions: ShortcutActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof Element ? event.target : document.body
    const isInside = !!frame?.contains(target)
    if (!isInside && target !== document.body) return
    // Outside the player these keys scroll the page.
    if (!isInside && (event.code === 'ArrowUp' || event.code === 'ArrowDown')) return
    const action = shortcutFor(event.code, event.shiftKey)
    if (!action || isTaken(target, event.code)) return
    event.preventDefault()
    action(actions)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
