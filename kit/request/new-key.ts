/** A key by which a write that is sent again is known to be the same: 32 hex digits; works where the page is not secure too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** A random number in the form of a UUID, as `crypto.randomUUID` makes it only where the page is secure. */
export function newUuid(): string {
  return newKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
