import fs from 'node:fs'
import path from 'node:path'

type Ports = { upstream: number; payments: number; smtp: number; mail: number }

/** Where the inner servers of a store listen, so that a journey can ask the other side's ledger. */
export function innerServers(dataDir = process.env.E2E_DATA_DIR ?? 'test-results/store'): {
  upstream: string
  payments: string
  mail: string
} {
  const ports = JSON.parse(fs.readFileSync(path.resolve(dataDir, 'ports.json'), 'utf8')) as Ports

  return {
    upstream: `http://127.0.0.1:${ports.upstream}`,
    payments: `http://127.0.0.1:${ports.payments}`,
    mail: `http://127.0.0.1:${ports.mail}`,
  }
}
