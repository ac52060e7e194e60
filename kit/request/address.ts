import { wirePath } from '#shared/platform/contract.ts'
import { settings } from './connection.ts'

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  expand?: readonly string[]
}

/** The method and address of a call; every GET and POST gets `lang`, and lists are sent as `name[]`. */
export function addressOf(name: string, parts: Parts, language: string): { method: string; url: string } {
  const { method, path } = wirePath(name)
  const filled = path.replace(/:([A-Za-z]+)/g, (_, param: string) => encodeURIComponent(given(param, parts.params)))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(parts.query ?? {})) addTo(search, key, value)
  if (parts.expand?.length) search.set('expand', parts.expand.join(','))
  if (method === 'GET' || method === 'POST') search.set('lang', language)
  const query = search.toString()
  return { method, url: `${settings.origin}${filled}${query && `?${query}`}` }
}

/** A missing parameter is a programming error: 'StreamId must be set'. An id that is not known yet is NaN. */
function given(param: string, params: Parts['params'] = {}): string {
  const value = params[param]
  if (value === undefined || value === '' || value === 0 || Number.isNaN(value))
    throw new Error(`${param.charAt(0).toUpperCase()}${param.slice(1)} must be set`)
  return String(value)
}

function addTo(search: URLSearchParams, key: string, value: unknown) {
  if (value === undefined || value === null) return
  if (!Array.isArray(value)) return search.set(key, textOf(value))
  for (const item of value) search.append(key.endsWith('[]') ? key : `${key}[]`, textOf(item))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
