export type Counts = { passed: number; failed: number }
export function vitestReport(file: string): string[]
export function countedRun(
  command: string[],
  file: string,
  cwd: string,
  options?: { mayBeEmpty?: boolean; minutes?: number },
): Promise<Counts>
export function readReport(report: unknown): Counts & { named: string[] }
export function runLoudly(command: string[], cwd: string, minutes?: number): Promise<boolean>
