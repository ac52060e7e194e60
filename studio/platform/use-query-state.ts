import { useLocation, useSearch } from 'wouter'

/** The query of the address: `get` reads a value, `set` changes some and forgets those given as undefined. */
export function useQueryState() {
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  return {
    get: (name: string) => search.get(name) ?? undefined,
    /** A positive whole number, else undefined. */
    getId(name: string) {
      const text = search.get(name)
      return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
    },
    set(changes: Record<string, string | number | undefined>) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') search.delete(name)
        else search.set(name, String(value))
      }
      navigate(search.size ? `${path}?${search}` : path, { replace: true })
    },
  }
}
