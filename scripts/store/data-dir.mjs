import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { isAlive, startedAt } from '../is-alive.mjs'
import { StartError } from './fail.mjs'

const SECRETS = {
  SESSION_SECRET: () => randomBytes(32).toString('base64url'),
  DATA_KEYS: () => `k1:${randomBytes(32).toString('base64')}`,
  INTERNAL_SECRET: () => randomBytes(32).toString('base64url'),
  TEST_PAYMENTS_KEY: () => `tk_${randomBytes(24).toString('base64url')}`,
  TEST_PAYMENTS_WEBHOOK_SECRET: () => `whsec_${randomBytes(32).toString('base64')}`,
  RESELLER_API_PASSWORD: () => randomBytes(12).toString('base64url'),
  RESELLER_API_SECRET: () => randomBytes(16).toString('hex'),
}

/** Makes the data directory when it is absent, and says in one item when it cannot be used. */
export function openDataDir(dataDir) {
  try {
    makeFolder(path.join(dataDir, 'logs'))
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    const probe = path.join(dataDir, `.probe-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
  } catch (error) {
    throw new StartError(`The data directory ${dataDir} cannot be used: ${error.message}`)
  }
}

/** Step by step: the recursive form of `mkdir` never returns below a folder such as /proc. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder))
  fs.mkdirSync(folder, { mode: 0o700 })
}

/**
 * One store per data directory; the mark of a process that is gone is taken over. Answers how to give it back, and
 * with `mayJoin` `null` when another store has it.
 */
export function claimDataDir(dataDir, { mayJoin = false } = {}) {
  const file = path.join(dataDir, 'store.pid')
  const mine = `${process.pid} ${startedAt(process.pid)}`
  for (let tries = 0; tries < 2; tries++) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw new StartError(`${file} cannot be written: ${error.message}`)
    }
    const [pid, started] = fs.readFileSync(file, 'utf8').split(' ')
    if (Number(pid) > 0 && isAlive(Number(pid)) && startedAt(Number(pid)) === started) break
    fs.rmSync(file, { force: true })
  }
  if (mayJoin) return null
  const [holder] = fs.readFileSync(file, 'utf8').split(' ')
  throw new StartError(`A store already runs on ${dataDir} (process ${holder}). Stop it, or set another DATA_DIR.`)
}

/**
 * The secrets of a store: made once, readable by this account only. A live one makes `INTERNAL_SECRET` alone: keys that
 * nothing uses would be kept in the place of those that open its codes.
 */
export function readSecrets(dataDir, mode = 'trial') {
  const file = path.join(dataDir, 'secrets.json')
  const known = readJson(file)
  const wanted = mode === 'live' ? ['INTERNAL_SECRET'] : Object.keys(SECRETS)
  const absent = wanted.filter((name) => !known[name])
  for (const name of absent) known[name] = SECRETS[name]()
  if (absent.length > 0) writeWhole(file, known)

  return known
}

/** The secrets that a trial store has made; none are made here. */
export function knownSecrets(dataDir) {
  return readJson(path.join(dataDir, 'secrets.json'))
}

/** The ports that the running store chose. */
export function knownPorts(dataDir) {
  return readJson(path.join(dataDir, 'ports.json'))
}

/** Ports of the inner servers, the same at every start while nobody else took them. */
export async function rememberPorts(dataDir, names) {
  const file = path.join(dataDir, 'ports.json')
  const known = readJson(file)
  const taken = new Set()
  for (const name of names) {
    let port = await freePort(known[name] ?? 0)
    while (taken.has(port)) port = await freePort()
    taken.add(port)
    known[name] = port
  }
  writeWhole(file, known)

  return known
}

function readJson(file) {
  if (!fs.existsSync(file)) return {}
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error.message}`)
  }
}

/** Written beside and renamed, so that a killed process leaves the old file or the new one. */
function writeWhole(file, value) {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}
