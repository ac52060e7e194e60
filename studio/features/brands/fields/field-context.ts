import { createContext, useContext } from 'react'
import { type Copy, type CopyKey, useCopy } from '#kit/copy/copy.tsx'

/** What is wrong by place, for the fields below. */
export const ProblemsContext = createContext<Record<string, string[]>>({})

/** The words for what is wrong at a place, if anything is. */
export function useProblemAt(place: string): string | undefined {
  return useContext(ProblemsContext)[place]?.[0]
}

/** What a place is called: `config.userInfoChat[0].message` has the name of `config.userInfoChat.message`; a field that is new has its own. */
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
