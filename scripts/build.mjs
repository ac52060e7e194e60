import { build, prepare } from './prepare.mjs'

await prepare({ withBuild: false })
await build().catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
