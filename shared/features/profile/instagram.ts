/** What the field itself shows as an example; nobody is called that. */
export const instagramExample = 'your.name'

/** Whether a handle can be one: empty, or 1–30 English letters, digits, underscores and single inner dots. */
export function isInstagram(handle: string): boolean {
  if (handle === '') return true
  if (handle.toLowerCase() === instagramExample) return false
  return /^(?!\.)(?!.*\.\.)[A-Za-z0-9_.]{1,30}$/.test(handle) && !handle.endsWith('.') && !handle.includes('\n')
}

/** A handle as it is kept: without the space, the @ and the address that people paste around it. */
export function plainInstagram(typed: string): string {
  return typed
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?instagram\.com\//i, '')
    .replace(/^@/, '')
    .replace(/[/?].*$/, '')
}
