import path from 'node:path'
import { readPacked } from './build.mjs'
import { isListening, keepRunning } from './child.mjs'
import { StartError } from './fail.mjs'
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

const USUAL_HEAP_MIB = 512
const LEAST_HEAP_MIB = 256

/** How the engine of a web process or worker is told to use memory; `HEAP_MIB` of the environment bounds its objects. */
export function memoryFlags(env) {
  return [
    // The engine lets the space for young objects grow as long as a process lives: one large export alone would cost a
    // process three times as much memory as with this bound (docs/performance.md).
    '--max-semi-space-size=8',
    // It collects the later the more it may take, and without a bound it may take what the machine has.
    `--max-old-space-size=${heapMib(env)}`,
  ]
}

/**
 * Settings of the C library's allocator. Compressors and requests of the database take memory by the megabyte in threads;
 * left to itself the allocator makes an arena for each of them and keeps what was freed. Like this there are two, and large
 * pieces go back at once. Systems with another allocator ignore the names.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

function heapMib({ HEAP_MIB }) {
  const mib = Number(HEAP_MIB || USUAL_HEAP_MIB)
  if (!Number.isInteger(mib) || mib < LEAST_HEAP_MIB) {
    throw new StartError(`HEAP_MIB is "${HEAP_MIB}": a whole number of MiB, ${LEAST_HEAP_MIB} or more.`)
  }

  return mib
}
