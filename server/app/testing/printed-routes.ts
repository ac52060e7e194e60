/** The paths in Fastify's printed route tree. */
export function routesOf(tree: string): string[] {
  const steps: string[] = []
  return tree.split('\n').flatMap(line => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!found) return []
    steps.splice((found[1] ?? '').length / 4, Number.POSITIVE_INFINITY, found[2] ?? '')
    return found[3] ? [steps.join('')] : []
  })
}
