import { createContext, useContext } from 'react'
import { type Copy, type CopyKey, useCopy } from '#kit/copy/copy.tsx'

/** Problems by path, for the fields inside. */
export const ProblemsContext = createContext<Record<string, string[]>>({})

export function useProblemAt(place: string): string | undefined {
  return useContext(ProblemsContext)[place]?.[0]
}

/**
 * The label of a path, ignoring indexes (`config.userInfoChat[0].message`); a field without a text gets its key in
 * words.
 */
export function fieldName(t: Copy, place: string): string {
  const plain = place.replace(/\[\d+\]/g, '')
  const key = `brand.field.${plain}`
  const name = t(key as CopyKey)
  if (name !== key) return name
  const own = plain.slice(plain.lastIndexOf('.') + 1)
  return own.replace(/([A-Z])/g, ' $1').replace(/^./, first => first.toUpperCase())
}

export function useFieldName(place: string): string {
  return fieldName(useCopy(), place)
}
