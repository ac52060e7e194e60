import type { Settings } from './settings.ts'

export type DemoSchool = { signIns: string[]; password: string }

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1'])

/** Tells on the console where Kurso is and how to sign in; shouts when a public server accepts the demo password. */
export function greet(
  settings: Pick<Settings, 'host' | 'publicUrl'>,
  demo: DemoSchool | undefined,
  print = console.log,
) {
  print(`\n  Kurso is ready at ${settings.publicUrl}\n  Staff sign in at ${settings.publicUrl}/admin\n`)
  if (!demo) return
  for (const email of demo.signIns) print(`    ${email.padEnd(24)} password ${demo.password}`)
  print('')
  const opened = new URL(settings.publicUrl).hostname.replace(/^\[|\]$/g, '')
  const reachable = [settings.host, opened].find(host => !loopbackHosts.has(host))
  if (reachable !== undefined) print(warning(reachable, demo.password))
}

function warning(host: string, password: string): string {
  const lines = [
    'WARNING: THIS SERVER CAN BE REACHED BY OTHERS',
    `IT IS OPEN AT ${host} AND ITS DEMO ACCOUNTS,`,
    `AN ADMINISTRATOR AMONG THEM, ACCEPT THE PASSWORD ${password}`,
    'CHANGE OR DELETE THEM BEFORE ANYONE ELSE SIGNS IN',
  ]
  const width = Math.max(...lines.map(line => line.length))
  const edge = '!'.repeat(width + 8)
  return [edge, ...lines.map(line => `!!  ${line.padEnd(width)}  !!`), edge, ''].join('\n')
}
