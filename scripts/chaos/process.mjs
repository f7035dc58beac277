import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const FOLLOW_PARENT = fileURLToPath(new URL('../store/follow-parent.mjs', import.meta.url))
const RESTART_MS = 200
const USUAL_BOOT_MS = 3_000

/**
 * A process that is started again whenever it dies, at once, as a container platform would: it can be killed and frozen.
 *
 * `onDeath` hears of every death that nobody asked for, with how it was and what was said last.
 */
export function keepAlive({ name, args, env, cwd, logFile, onDeath = () => {} }) {
  const self = { child: null, isStopping: false, isKilled: false, startedAt: 0, bootMs: USUAL_BOOT_MS }

  const start = () => {
    const out = fs.openSync(logFile, 'a', 0o600)
    const child = spawn(process.execPath, ['--import', FOLLOW_PARENT, ...args], {
      cwd,
      env,
      stdio: ['pipe', out, out],
      detached: true,
    })
    fs.closeSync(out)
    child.stdin.on('error', () => {})
    self.child = child
    self.startedAt = Date.now()
    child.once('exit', (code, signal) => {
      self.child = null
      if (self.isStopping) return
      if (!self.isKilled)
        onDeath({ name, how: signal ?? `code ${code}`, upMs: Date.now() - self.startedAt, said: lastLines(logFile) })
      self.isKilled = false
      setTimeout(() => !self.isStopping && start(), RESTART_MS)
    })
  }
  start()

  return {
    name,
    get pid() {
      return self.child?.pid ?? null
    },
    get upMs() {
      return Date.now() - self.startedAt
    },
    /** How long it took to start the last time that somebody watched. */
    get bootMs() {
      return self.bootMs
    },
    noteBoot: (ms) => {
      self.bootMs = ms
    },
    /** SIGKILL; answers the process id, `null` when it is just being started again. */
    kill: () => {
      const pid = self.child?.pid ?? null
      if (!pid) return null
      self.isKilled = true
      process.kill(pid, 'SIGKILL')

      return pid
    },
    freeze: (ms) => freeze(self, ms),
    stop: () => stop(self),
  }
}

/** What a process said last: its end explains itself. */
function lastLines(logFile) {
  return fs.readFileSync(logFile, 'utf8').trim().split('\n').slice(-30).join('\n')
}

async function freeze(self, ms) {
  const pid = self.child?.pid
  if (!pid) return
  signal(pid, 'SIGSTOP')
  await sleep(ms)
  signal(pid, 'SIGCONT')
}

async function stop(self) {
  self.isStopping = true
  const { child } = self
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  signal(child.pid, 'SIGCONT')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(force)
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It died meanwhile.
  }
}
