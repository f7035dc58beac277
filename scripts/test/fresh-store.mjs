// The production store for browser tests, on an empty data directory below test-results.
import fs from 'node:fs'
import path from 'node:path'
import { stopEmbeddedPostgres } from '../embedded-postgres.mjs'
import { ROOT } from '../store/supervisor.mjs'

const results = path.join(ROOT, 'test-results')
const dataDir = path.resolve(ROOT, process.env.DATA_DIR ?? '')
if (!dataDir.startsWith(results + path.sep)) throw new Error('A fresh store lives below test-results only.')
// A run that was killed may have left its database up.
await stopEmbeddedPostgres(path.join(dataDir, 'postgres'))
fs.rmSync(dataDir, { recursive: true, force: true })
await import('../store.mjs')
