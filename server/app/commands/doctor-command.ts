import { runDoctorCommand } from './run-doctor-command.ts'
import { endWithWords } from './run-operator-command.ts'

await endWithWords(async () => {
  const isWell = await runDoctorCommand(process.env, line => console.log(line))
  if (!isWell) process.exitCode = 1
})
