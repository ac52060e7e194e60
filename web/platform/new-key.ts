/** A key by which a write that is sent again is known to be the same; works where the page is not secure too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
