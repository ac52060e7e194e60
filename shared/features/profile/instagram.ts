/** The field's placeholder; not a real handle. */
export const instagramExample = 'your.name'

/** Whether a handle is valid: empty, or 1–30 English letters, digits, underscores and single inner dots. */
export function isInstagram(handle: string): boolean {
  if (handle === '') return true
  if (handle.toLowerCase() === instagramExample) return false
  return handle.length <= 30 && /^\w+(?:\.\w+)*$/.test(handle)
}

/** Normalises a handle: removes spaces, the @ and a pasted address. */
export function plainInstagram(typed: string): string {
  return typed
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?instagram\.com\//i, '')
    .replace(/^@/, '')
    .replace(/[/?].*/, '')
}
