import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { PhraseWire } from '#shared/features/chat/contract.ts'

export type PhraseBody = { shortcut: string; text: string }

/** Phrases where each word of `search` starts a word of the shortcut or the text; matches of the shortcut come first. */
export function foundPhrases(phrases: readonly PhraseWire[], search: string): PhraseWire[] {
  const wanted = wordsOf(search)
  const fits = (text: string) => wanted.every(part => wordsOf(text).some(word => word.startsWith(part)))
  const found = phrases.filter(({ shortcut, text }) => fits(`${shortcut} ${text}`))
  const isFirst = ({ shortcut }: PhraseWire) =>
    wanted.length > 0 && shortcut.toLowerCase().startsWith(search.trim().toLowerCase())
  return [...found.filter(isFirst), ...found.filter(phrase => !isFirst(phrase))]
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** `text` with the selection from `start` to `end` replaced by `phrase`, spaced from the words around it. */
export function inserted(text: string, phrase: string, start = text.length, end = start): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const gap = (one: string, other: string) =>
    one && other && !/\s$/.test(one) && !/^[\s.,;:!?)]/.test(other) ? ' ' : ''
  return before + gap(before, phrase) + phrase + gap(phrase, after) + after
}

/** The expert's own saved phrases, in order. */
export function usePhrases() {
  return useQuery(callQuery('GET /studio/phrases'))
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['GET /studio/phrases'] })

/** Saves a phrase: a new one without an id. */
export async function savePhrase(id: number | undefined, key: string, body: PhraseBody): Promise<void> {
  if (id === undefined) await request('POST /studio/phrases', { body, idempotencyKey: key })
  else await request('PUT /studio/phrases/:id', { params: { id }, body })
  await refresh()
}

export async function forgetPhrase(id: number): Promise<void> {
  await request('DELETE /studio/phrases/:id', { params: { id } })
  await refresh()
}
