import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { isAlive, startedAt } from '#scripts/is-alive.mjs'
import { isListening, keepRunning, pauseBeforeStart, runToEnd } from '#scripts/store/child.mjs'

function program(text: string): { file: string; dir: string } {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-child-'))
  const file = path.join(dir, 'program.mjs')
  fs.writeFileSync(file, text)
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))

  return { file, dir }
}

const lines = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [])
const NOTE =
  "import fs from 'node:fs'; fs.appendFileSync(process.env.NOTE, process.pid + '\\n'); setInterval(() => {}, 1000)"

test('starts a killed child again, and stops it for good when asked', async () => {
  const { file, dir } = program(NOTE)
  const note = path.join(dir, 'note')
  const said: string[] = []
  const child = keepRunning({
    name: 'it',
    program: file,
    env: { ...process.env, NOTE: note },
    logFile: path.join(dir, 'log'),
    say: (text: string) => said.push(text),
  })
  await vi.waitFor(() => expect(lines(note)).toHaveLength(1), 5_000)

  process.kill(Number(lines(note)[0]), 'SIGKILL')
  await vi.waitFor(() => expect(lines(note)).toHaveLength(2), 5_000)
  await child.stop()

  expect(said.join()).toMatch(/it ended \(SIGKILL\)/)
  expect(isAlive(Number(lines(note)[1]))).toBe(false)
})

test('a child that was healthy starts again at once, however often it is killed', async () => {
  const { file, dir } = program(
    "import net from 'node:net'; net.createServer((socket) => socket.end()).listen(Number(process.env.PORT), '127.0.0.1')",
  )
  const port = await freePort()
  const said: string[] = []
  const child = keepRunning({
    name: 'it',
    program: file,
    env: { ...process.env, PORT: String(port) },
    logFile: path.join(dir, 'log'),
    port,
    steadyMs: 0,
    say: (text: string) => said.push(text),
  })
  onTestFinished(() => child.stop())

  for (let deaths = 1; deaths <= 4; deaths++) {
    await vi.waitFor(() => expect(child.isHealthy).toBe(true), 10_000)
    process.kill(child.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(said).toHaveLength(deaths), 5_000)
  }

  expect(said).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('starting it again at once')))
})

test('a child that dies while starting waits twice as long each time, 15 s at most', async () => {
  const { file, dir } = program('process.exit(3)')
  const said: string[] = []
  const child = keepRunning({
    name: 'it',
    program: file,
    env: process.env,
    logFile: path.join(dir, 'log'),
    say: (text: string) => said.push(text),
  })
  onTestFinished(() => child.stop())

  await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), 10_000)

  expect(said.slice(0, 2).map((text) => text.split(', ')[1])).toEqual([
    'starting it again in 250 ms',
    'starting it again in 500 ms',
  ])
  expect([0, 1, 2, 6, 7, 8, 50].map(pauseBeforeStart)).toEqual([0, 250, 500, 8_000, 15_000, 15_000, 15_000])
})

test('a child does not outlive a supervisor that was killed', async () => {
  const inner = program(NOTE)
  const note = path.join(inner.dir, 'note')
  const outer = program(
    `import { keepRunning } from ${JSON.stringify(path.resolve('scripts/store/child.mjs'))}
     keepRunning({ name: 'it', program: ${JSON.stringify(inner.file)}, env: process.env, logFile: ${JSON.stringify(path.join(inner.dir, 'log'))}, say() {} })
     setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)`,
  )

  await runToEnd({ program: outer.file, env: { ...process.env, NOTE: note }, cwd: inner.dir, collect: true })

  await vi.waitFor(() => expect(isAlive(Number(lines(note)[0]))).toBe(false), 5_000)
})

test('waits for a server, and gives up on one that keeps failing', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo

  expect(await isListening({ port, child: undefined })).toBe(true)
  expect(await isListening({ port: 1, child: { failures: 3 } })).toBe(false)
})

test('tells a process from another that later got its number', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(startedAt(process.pid)).toMatch(/^\d+$/)
  expect(isAlive(999_999_999)).toBe(false)
})
