import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../is-alive.mjs'

export function postmasterPid(data) {
  const file = path.join(data, 'postmaster.pid')
  if (!fs.existsSync(file)) return null
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : null
}

/** One starter (or stopper) at a time; a lock left by a dead process, or older than two minutes, is taken over. */
export async function withLock(dir, work) {
  const lock = path.join(dir, 'start.lock')
  const isStale = () => {
    try {
      const holder = Number(fs.readFileSync(lock, 'utf8'))
      return (holder > 0 && !isAlive(holder)) || Date.now() - fs.statSync(lock).mtimeMs > 120_000
    } catch {
      return false // just released
    }
  }
  for (;;) {
    try {
      take(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isStale()) fs.rmSync(lock, { force: true })
      else await sleep(50)
    }
  }
  try {
    return await work()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

function take(lock) {
  const handle = fs.openSync(lock, 'wx')
  try {
    fs.writeSync(handle, String(process.pid))
  } catch (error) {
    // On a full disk: a lock that names nobody would keep everybody out for two minutes.
    fs.rmSync(lock, { force: true })
    throw error
  } finally {
    fs.closeSync(handle)
  }
}

export function otherUsers(dir) {
  const users = path.join(dir, 'users')
  const names = fs.existsSync(users) ? fs.readdirSync(users) : []
  return names.filter((name) => {
    if (isAlive(Number(name))) return Number(name) !== process.pid
    fs.rmSync(path.join(users, name), { force: true })
    return false
  })
}

/** The process id of a server that nobody uses any more; `null` when there is none, or somebody still does. */
export function postmasterToStop(directory) {
  return otherUsers(directory).length === 0 ? postmasterPid(path.join(directory, 'pgdata')) : null
}
