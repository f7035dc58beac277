import { StartError } from './fail.mjs'

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
