// `npm run dev`: the whole store on this machine, pages compiled as they are asked for.
import './check-node.mjs'
import path from 'node:path'
import { isListening, keepRunning, runToEnd } from './store/child.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { fillMirror, firstOwner } = await import('./store/first-start.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')

await runCommand(async () => {
  // A fresh clone has no client of the database yet.
  const generated = await runToEnd({ program: path.join(ROOT, 'scripts/prisma.mjs'), args: ['generate'], cwd: ROOT })
  if (generated.code !== 0) throw new StartError('The client of the database could not be made.')
  const { settings, env, say, running, stop } = await openStore({})
  try {
    await fillMirror(env, say)
    const owner = await firstOwner(env)
    const program = path.join(ROOT, 'node_modules/next/dist/bin/next')
    const args = ['dev', ROOT, '-H', '127.0.0.1', '-p', String(settings.port)]
    const web = keepRunning({ name: 'next dev', program, args, env: { ...env, NODE_ENV: 'development' }, say })
    running.push(web)
    if (!(await isListening({ port: settings.port, child: web }))) return
    say(`shop: ${settings.publicUrl}`)
    if (owner) say(`first owner: ${owner}`)
  } catch (error) {
    await stop()
    throw error
  }
})
