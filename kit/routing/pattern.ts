type Names<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The parameters in a pattern such as '/course/:streamId'. All of them are positive whole numbers. */
export type PatternParams<Pattern extends string> = { [Param in Names<Pattern>]: number }

/**
 * The parameters of `path` for a pattern; undefined when it does not match. A trailing slash makes no difference. A pattern that
 * ends in a star stands for all that lies below it.
 */
export function paramsAt(pattern: string, path: string): Record<string, number> | undefined {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) ? {} : undefined
  const places = pattern.split('/')
  const parts = (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path).split('/')
  if (places.length !== parts.length) return undefined
  const params: Record<string, number> = {}
  for (const [index, place] of places.entries()) {
    const part = parts[index] ?? ''
    if (!place.startsWith(':')) {
      if (place !== part) return undefined
    } else if (/^[1-9]\d{0,14}$/.test(part)) params[place.slice(1)] = Number(part)
    else return undefined
  }
  return params
}

/** The pattern with its parameters filled in: '/course/:streamId' is '/course/7'. */
export function fillPattern(pattern: string, params: Record<string, number>): string {
  return pattern.replace(/:([A-Za-z]+)/g, (_, param: string) => String(params[param]))
}
