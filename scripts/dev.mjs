// `npm run dev`: the product from its sources. Installs what is missing first, hence plain Node.
import { prepare, root } from './prepare.mjs'

await prepare({ withBuild: false })
process.chdir(root)
const { register } = await import('tsx/esm/api')
register()
await import('./dev/dev.ts')
