export function handlersOf(feature: string, root?: string): string[]
export function ruleFiles(root?: string): string[]
export function sampleMutants(files: string[], count: number, root?: string): Promise<string[]>
