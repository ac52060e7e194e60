import { useState } from 'react'
import { settings } from '#kit/request/connection.ts'
import type { ProfileField, ProfileValues } from './profile-form.ts'

const nameOf = () => `draft ${settings.userId} profile`

/** What was typed and not saved, as it was stored; whatever is no text is left out. */
export function typedFrom(stored: string | null): Partial<ProfileValues> {
  try {
    const fields = Object.entries(JSON.parse(stored ?? '{}') as Record<string, unknown>)
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

function store(typed: Partial<ProfileValues>) {
  try {
    if (Object.keys(typed).length === 0) localStorage.removeItem(nameOf())
    else localStorage.setItem(nameOf(), JSON.stringify(typed))
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}

/** Whether this device keeps something that was typed and not saved. */
export const hasDraft = (): boolean => localStorage.getItem(nameOf()) !== null

/** What is typed into the profile; it survives a reload and a lost session until it is saved or discarded. Never for passwords. */
export function useProfileDraft() {
  const [typed, setTyped] = useState(() => typedFrom(localStorage.getItem(nameOf())))
  const change = (field: ProfileField, value: string) => {
    const next = { ...typed, [field]: value }
    store(next)
    setTyped(next)
  }
  const clear = () => {
    store({})
    setTyped({})
  }
  return { typed, change, clear }
}
