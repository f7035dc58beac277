import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const FOLLOW_PARENT = fileURLToPath(new URL('./follow-parent.mjs', import.meta.url))
const LONGEST_PAUSE_MS = 15_000
const STEADY_MS = 30_000

/**
 * Keeps one child process running: when it ends without being asked to, it is started again, at growing intervals.
 * Its own process group keeps Ctrl-C away from it, so that the supervisor decides in which order things end.
 *
 * With `logFile` its output goes there instead of the terminal.
 */
export function keepRunning({ name, program, args = [], flags = [], env, logFile, say }) {
  const self = { child: null, stopping: false, failures: 0, lastExit: null, timer: null }

  const start = () => {
    const out = logFile ? fs.openSync(logFile, 'a', 0o600) : 'inherit'
    const began = Date.now()
    const child = spawn(process.execPath, [...flags, '--import', FOLLOW_PARENT, path.resolve(program), ...args], {
      stdio: ['pipe', out, out],
      env,
      detached: true,
    })
    if (logFile) fs.closeSync(out)
    child.stdin.on('error', () => {}) // the child is gone; its exit tells
    self.child = child
    child.once('exit', (code, signal) => {
      self.child = null
      self.lastExit = signal ?? `code ${code}`
      if (self.stopping) return
      self.failures = Date.now() - began > STEADY_MS ? 1 : self.failures + 1
      const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** (self.failures - 1))
      say(`${name} ended (${self.lastExit}), starting it again in ${pause} ms${logFile ? `, see ${logFile}` : ''}`)
      self.timer = setTimeout(start, pause)
    })
  }
  start()

  return {
    name,
    get failures() {
      return self.failures
    },
    get pid() {
      return self.child?.pid
    },
    stop: (graceMs = 35_000) => stop(self, graceMs),
  }
}

/** Runs a program once, to its end; it does not outlive this process either. */
export function runToEnd({ program, args = [], flags = [], env, cwd, collect }) {
  const child = spawn(process.execPath, [...flags, '--import', FOLLOW_PARENT, program, ...args], {
    cwd,
    env,
    stdio: ['pipe', collect ? 'pipe' : 'inherit', 'inherit'],
  })
  child.stdin.on('error', () => {})
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

/** Waits until something listens there. `false` when the child kept failing, or after `timeoutMs`. */
export async function isListening({ port, child, timeoutMs = 60_000 }) {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && (child?.failures ?? 0) < 3) {
    if (await connects(port)) return true
    await sleep(30)
  }

  return false
}

export function connects(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const answer = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.setTimeout(1000, () => answer(false))
  })
}
