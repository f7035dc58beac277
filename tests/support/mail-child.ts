// Runs the module that is named, or else sends what is due each time a line comes in, and answers with a line. Mails are
// written in HTML, by code that has to be compiled, which React does only outside a server build: the tests run inside one.
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createViteServer } from 'vitest/node'

const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { 'server-only': path.resolve('node_modules/server-only/empty.js') } },
})
const [, , named] = process.argv
if (named) await vite.ssrLoadModule(named)
const { runUntilIdle } = await vite.ssrLoadModule('/lib/worker/runner.ts')
for await (const _ of createInterface({ input: process.stdin })) {
  await runUntilIdle()
  process.stdout.write('idle\n')
}
process.exit(0)
