// A worker that kills itself at the failpoint named by CRASH_AT, as a power cut would.

import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'

onCrashPoint((point) => {
  if (point === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL')
})
const until = Date.now() + 15_000
while (Date.now() < until) {
  await runUntilIdle()
  await new Promise((resolve) => setTimeout(resolve, 50))
}
process.exit(7)
