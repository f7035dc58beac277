// `npm run dev`: the whole store on this machine, pages compiled as they are asked for.
import './check-node.mjs'
import path from 'node:path'
import { isListening, keepRunning } from './store/child.mjs'
import { runCommand } from './store/fail.mjs'

const { openStore, ROOT } = await import('./store/supervisor.mjs')

await runCommand(async () => {
  const { settings, env, say, running } = await openStore({})
  const program = path.join(ROOT, 'node_modules/next/dist/bin/next')
  const args = ['dev', ROOT, '-H', '127.0.0.1', '-p', String(settings.port)]
  const web = keepRunning({ name: 'next dev', program, args, env: { ...env, NODE_ENV: 'development' }, say })
  running.push(web)
  if (await isListening({ port: settings.port, child: web })) say(`shop: ${settings.publicUrl}`)
})
