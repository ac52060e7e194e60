export function chromiumOnPath(path?: string): string | undefined
