export const root: string
export function prepare(options?: { withBuild?: boolean }): Promise<void>
export function build(): Promise<void>
export function wrongNode(version: string): string | undefined
export function isInstalled(folder: string): boolean
export function isBuilt(folder: string): boolean
export function hashSources(folder: string): string
