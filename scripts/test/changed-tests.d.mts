export const houseTests: string[]
export function walksFor(files: string[]): string[]
export function changeBase(root: string): string
export function changedFiles(root: string, base: string): string[]
