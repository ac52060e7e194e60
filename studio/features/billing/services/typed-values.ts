import type { ServiceFieldsWire } from '#shared/features/billing/selling/selling-wire.ts'

/** The products of app stores that lines name; undefined when one cannot be read. */
export function readStore(typed: string): ServiceFieldsWire['appstore_products'] {
  const lines = typed
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  const read = lines.map(line => /^(\S{1,60})\s+(\S{1,120})$/.exec(line))
  if (lines.length > 20 || read.includes(null)) return undefined
  return read.map(found => ({ alias: found?.[1] ?? '', code: found?.[2] ?? '' }))
}

/** A share in hundredths of a percent; undefined for what is no number of at most two decimals. */
export function readPercent(typed: string): number | undefined {
  const found = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  return found ? Number((found[1] ?? '') + (found[2] ?? '').padEnd(2, '0')) : undefined
}

/** A whole number between two others; undefined for anything else. */
export function readWhole(typed: string, from: number, until: number): number | undefined {
  const value = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined
  return value !== undefined && value >= from && value <= until ? value : undefined
}
