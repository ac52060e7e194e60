type Score = { mutants: number; noticed: number }
export function readScores(): { rules: Record<string, Score & { hash: string }>; handlers: Record<string, Score> }
