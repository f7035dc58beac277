import path from 'node:path'
import { isListening, keepRunning } from './child.mjs'
import { StartError } from './fail.mjs'
import { readPacked } from './packed.mjs'
import { ALLOCATOR, memoryFlags } from './process-memory.mjs'
import { ROOT } from './supervisor.mjs'

/** The web process: our own server around the finished build, with the worker inside unless WORKER says otherwise. */
export async function startWeb({ settings, env, say, running, stop }) {
  const program = path.join(ROOT, 'lib/server/main.ts')
  const web = keepRunning({
    name: 'the web process',
    program,
    args: [distDir()],
    flags: memoryFlags(env),
    env: { ...ALLOCATOR, ...env, ...ofPacked(), NODE_ENV: 'production' },
    port: settings.port,
    host: settings.hostname,
    say,
  })
  running.push(web)
  if (await isListening({ port: settings.port, host: settings.hostname, child: web, timeoutMs: 60_000 })) return
  await stop()
  throw new StartError('The web process did not start: its own message stands above.')
}

/** A process of ours that takes no requests and only does the work that is due. */
export function startWorker({ env, say, running }) {
  const program = path.join(ROOT, 'lib/server/main.ts')
  const own = { ...ALLOCATOR, ...env, ...ofPacked(), NODE_ENV: 'production', WORKER: 'only' }
  const port = env.WORKER_PORT ? Number(env.WORKER_PORT) : undefined
  running.push(
    keepRunning({ name: 'the worker', program, args: [distDir()], flags: memoryFlags(env), env: own, port, say }),
  )
}

/** A packed store has no file of build settings, nor the packages that one would load: the framework takes them from here. */
function ofPacked() {
  const packed = readPacked(ROOT)

  return packed ? { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(packed.config) } : {}
}

/** Where the build lies; another folder lets two builds exist side by side. */
export function distDir() {
  return process.env.NEXT_DIST_DIR || '.next'
}
