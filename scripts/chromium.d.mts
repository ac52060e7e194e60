export function chromiumOnPath(path?: string): string | undefined
export function headlessChromiumOnPath(path?: string): string | undefined
