// A process that takes no requests and does the work that is due: the runner of the product, uncompiled.
import { startRunner } from '#lib/worker/runner.ts'

const runner = await startRunner()
const keepsAlive = setInterval(() => undefined, 60_000)
process.once('SIGTERM', () => {
  clearInterval(keepsAlive)
  void runner.stop().then(() => process.exit(0))
})
