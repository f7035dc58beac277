import path from 'node:path'
import { findEmbeddedPostgres } from '../embedded-postgres.mjs'
import { knownPorts, knownSecrets } from '../store/data-dir.mjs'
import { readSettings } from '../store/settings.mjs'
import { innerServers, loadEnvFile, ROOT } from '../store/supervisor.mjs'

/**
 * What the store would start with, read and nothing else: `settings` (`null` with the `problem` in words when it would
 * refuse), the environment of its processes, and the address of its database (`null` while the embedded one is down).
 */
export function readStore() {
  try {
    loadEnvFile()
    const settings = readSettings(process.env, ROOT)
    const secrets = settings.mode === 'trial' ? knownSecrets(settings.dataDir) : {}
    const inner = innerServers({ settings, secrets, ports: knownPorts(settings.dataDir), root: ROOT })
    const databaseUrl = settings.databaseUrl ?? findEmbeddedPostgres(path.join(settings.dataDir, 'postgres'))
    const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

    return { settings, problem: null, env: { ...secrets, ...given, ...inner.env }, databaseUrl }
  } catch (error) {
    return { settings: null, problem: error.message, env: process.env, databaseUrl: process.env.DATABASE_URL || null }
  }
}
