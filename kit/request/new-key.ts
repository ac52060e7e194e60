/** A key that identifies a repeated write: 32 hex digits; works on insecure pages too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** A random UUID; `crypto.randomUUID` exists only on secure pages. */
export function newUuid(): string {
  return newKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
