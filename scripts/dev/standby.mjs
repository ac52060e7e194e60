// A process that loads the server's packages ahead of time, and becomes the server when it is told which file to run.
process.on('message', ({ packages = [], run, args = [], env }) => {
  Object.assign(process.env, env)
  process.argv.push(...args)
  for (const name of packages) import(name).catch(() => undefined)
  if (run) void import(run)
})
// Whoever started this is gone, so nobody else would stop it.
process.on('disconnect', () => process.exit(1))
