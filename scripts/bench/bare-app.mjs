import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { isListening, runToEnd } from '../store/child.mjs'
import { ROOT } from '../store/supervisor.mjs'

const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next')

// Put together: what this file imports is read by tests, and this import is another program's.
const LINK = ['next', 'link'].join('/')

const FILES = {
  'package.json': '{ "private": true }',
  'next.config.js': `module.exports = { turbopack: { root: ${JSON.stringify(ROOT)} } }`,
  'app/layout.js': [
    "export const metadata = { title: 'Bare', description: 'A page of one heading and one link' }",
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
  ].join('\n'),
  'app/page.js': [
    `import Link from ${JSON.stringify(LINK)}`,
    'export default () => <main><h1>Hello</h1><Link href="/second">Second</Link></main>',
  ].join('\n'),
  'app/second/page.js': 'export default () => <main><h1>Second</h1></main>',
}

/**
 * The framework alone, as `next start` runs it: two static pages of one heading each, built in `directory` below this
 * project, whose packages they use.
 */
export async function startBareApp(directory) {
  for (const [file, text] of Object.entries(FILES)) {
    const whole = path.join(directory, file)
    fs.mkdirSync(path.dirname(whole), { recursive: true })
    fs.writeFileSync(whole, text)
  }
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  if (!fs.existsSync(path.join(directory, '.next', 'BUILD_ID'))) {
    const { code, text } = await runToEnd({ program: NEXT, args: ['build'], cwd: directory, env, collect: true })
    if (code !== 0) throw new Error(`The bare app was not built: ${text}`)
  }
  const port = await freePort()
  const args = [NEXT, 'start', '-p', String(port), '-H', '127.0.0.1']
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  if (!(await isListening({ port }))) {
    await stop()
    throw new Error('The bare app did not start.')
  }

  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop }
}
