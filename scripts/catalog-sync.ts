import { type SyncProgressReport, syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { refreshPartners } from '#lib/catalog/commands/sync-partners.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'

// Reads the whole catalogue of the provider once, and says on one item how far it is.
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

function show({ total, done, failed, calls }: SyncProgressReport): void {
  const line = `${done} of ${total} destinations read, ${failed} failed, ${calls} calls`
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

const outcome = await syncCatalog({ trigger: 'command', onProgress: show, signal: stop.signal })
if (process.stdout.isTTY) process.stdout.write('\n')
console.log(
  outcome.state === 'already_running'
    ? 'Another process is reading the catalogue already.'
    : `${outcome.state}${outcome.state === 'failed' ? `: ${outcome.error}` : ''}`,
)
if (outcome.state === 'finished') await refreshPartners()
process.exitCode = outcome.state === 'finished' ? 0 : 1
await closeProvider()
await closeDatabase()
