import { randomInt } from 'node:crypto'
import net from 'node:net'

// Below the ports that systems lend to outgoing connections (from 32768): a server that restarts finds its own one free.
const LOWEST = 15_000
const HIGHEST = 32_000
const TRIES = 50

/** The preferred port when it is free (connection pools find the restarted server again), else any free one. */
export async function freePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }

  throw new Error(`There is no free port between ${LOWEST} and ${HIGHEST}.`)
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
