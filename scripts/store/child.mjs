import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const FOLLOW_PARENT = fileURLToPath(new URL('./follow-parent.mjs', import.meta.url))
const LONGEST_PAUSE_MS = 15_000
const PROBE_MS = 200

/**
 * Keeps one child process running: when it ends without being asked to, it is started again. One that had been healthy
 * for a few seconds starts again at once; one that dies while starting waits longer each time.
 * Its own process group keeps Ctrl-C away from it, so that the supervisor decides in which order things end.
 *
 * It is healthy from the moment it listens on `port`; without one, once it has lived as long as a start takes.
 * With `logFile` its output goes there instead of the terminal.
 *
 * @param {{ name: string, program: string, args?: string[], flags?: string[], env: NodeJS.ProcessEnv, logFile?: string,
 *   port?: number, host?: string, steadyMs?: number, say: (text: string) => void }} options
 */
export function keepRunning({ name, program, args = [], flags = [], env, logFile, port, host, steadyMs, say }) {
  const self = { child: null, stopping: false, failures: 0, lastExit: null, timer: null, isHealthy: () => false }
  const isWatched = port !== undefined
  const enoughMs = steadyMs ?? (isWatched ? 2_000 : 10_000)

  const start = () => {
    const out = logFile ? fs.openSync(logFile, 'a', 0o600) : 'inherit'
    const child = spawn(process.execPath, [...flags, '--import', FOLLOW_PARENT, path.resolve(program), ...args], {
      stdio: ['pipe', out, out],
      env,
      detached: true,
    })
    if (logFile) fs.closeSync(out)
    child.stdin.on('error', () => {}) // the child is gone; its exit tells
    self.child = child
    let healthySince = isWatched ? null : Date.now()
    self.isHealthy = () => child === self.child && healthySince !== null && Date.now() - healthySince >= enoughMs
    if (isWatched)
      void startsListening({ port, host, child }).then((does) => {
        if (does) healthySince = Date.now()
      })
    child.once('exit', (code, signal) => {
      const wasHealthy = self.isHealthy()
      self.child = null
      self.lastExit = signal ?? `code ${code}`
      if (self.stopping) return
      self.failures = wasHealthy ? 0 : self.failures + 1
      const pause = pauseBeforeStart(self.failures)
      const when = pause === 0 ? 'at once' : `in ${pause} ms`
      say(`${name} ended (${self.lastExit}), starting it again ${when}${logFile ? `, see ${logFile}` : ''}`)
      self.timer = setTimeout(start, pause)
    })
  }
  start()

  return {
    name,
    get failures() {
      return self.failures
    },
    get isHealthy() {
      return self.isHealthy()
    },
    get pid() {
      return self.child?.pid
    },
    stop: (graceMs = 35_000) => stop(self, graceMs),
  }
}

/** Milliseconds to wait after so many deaths in a row while starting: none after a healthy life, 15 s at most. */
export function pauseBeforeStart(failures) {
  return failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** (failures - 1))
}

/** Whether the child came to listen there before it ended. */
async function startsListening({ port, host, child }) {
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  while (!isOver()) {
    if (await connects(port, host)) return !isOver()
    await sleep(PROBE_MS, undefined, { ref: false })
  }

  return false
}

/**
 * Runs a program once, to its end, or until `signal` ends it; it does not outlive this process either.
 *
 * @param {{ program: string, args?: string[], flags?: string[], env: Record<string, string | undefined>, cwd?: string,
 *   collect?: boolean, signal?: AbortSignal }} options
 */
export function runToEnd({ program, args = [], flags = [], env, cwd, collect, signal }) {
  const child = spawn(process.execPath, [...flags, '--import', FOLLOW_PARENT, program, ...args], {
    cwd,
    env,
    stdio: ['pipe', collect ? 'pipe' : 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => {})
  signal?.addEventListener('abort', () => child.kill('SIGTERM'))
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })

  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text: text.trim() })))
}

async function stop(self, graceMs) {
  self.stopping = true
  clearTimeout(self.timer)
  const { child } = self
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(force)
}

/**
 * Waits until something listens there. `false` when the child kept failing, or after `timeoutMs`.
 *
 * @param {{ port: number, host?: string, child: any, timeoutMs?: number }} options
 */
export async function isListening({ port, host, child, timeoutMs = 60_000 }) {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && (child?.failures ?? 0) < 3) {
    if (await connects(port, host)) return true
    await sleep(30)
  }

  return false
}

/** Whether something listens there. An address that stands for all of them is asked at the machine's own. */
export function connects(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host })
    const answer = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.setTimeout(1000, () => answer(false))
  })
}
