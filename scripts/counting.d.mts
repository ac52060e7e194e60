export type Counts = { passed: number; failed: number }
export function vitestReport(file: string): string[]
export function countedRun(command: string[], file: string, cwd: string): Promise<Counts>
export function countReport(report: unknown): Counts
export function runLoudly(command: string[], cwd: string): Promise<boolean>
