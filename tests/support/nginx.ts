import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { connects } from '#scripts/store/child.mjs'

const PLACES = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin']
const TIMES = [8, 16, 24, 40]

export type Nginx = { port: number; plainPort: number; ca: Buffer; folder: string; cache: string; log: () => string }

const find = (name: string) => PLACES.map((place) => path.join(place, name)).find((file) => fs.existsSync(file))

/** The server of the system's packages, installed when this account may. Throws when there is none. */
export function ensureNginx(): string {
  const found = find('nginx')
  if (found && find('openssl')) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'nginx-light', 'openssl'], {
      stdio: 'ignore',
      env,
    })
  }
  const installed = find('nginx')
  if (installed && find('openssl')) return installed
  throw new Error('No nginx or no openssl, and neither could be installed: install the packages nginx and openssl.')
}

/** Starts nginx with the shipped file in front of these ports; only its ports, folders and certificate are others. */
export async function startNginx(webPorts: [number, number]): Promise<Nginx> {
  const program = ensureNginx()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const cache = path.join(folder, 'cache')
  certify(folder)
  const shipped = fs.readFileSync('docs/nginx.conf', 'utf8')
  const own = [
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['127.0.0.1:3000', `127.0.0.1:${webPorts[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${webPorts[1]}`],
    ['/etc/ssl', folder],
    ['/var/cache/nginx/landfall', cache],
  ] as const
  const site = own.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf has no ${from}`)

    return text.replaceAll(from, to)
  }, shipped)
  fs.writeFileSync(path.join(folder, 'site.conf'), site)
  fs.writeFileSync(path.join(folder, 'nginx.conf'), around(folder))
  const child = spawn(program, ['-c', path.join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)

      return connects(port)
    },
    { timeout: 30_000 },
  )

  return { port, plainPort, ca: fs.readFileSync(path.join(folder, 'shop.example.pem')), folder, cache, log: () => said }
}

/** What a distribution's own nginx.conf says around the files of conf.d. */
function around(folder: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )

  return `daemon off; worker_processes 1; pid ${folder}/pid;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { access_log ${folder}/access.log; ${places.join(' ')} include ${folder}/site.conf; }`
}

function certify(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']
  const files = ['-keyout', `${folder}/shop.example.key`, '-out', `${folder}/shop.example.pem`]
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'ignore' })
}

/** Makes every kept answer older by so many seconds, as its file says. Answers how many there were. */
export function age(cache: string, seconds: number): number {
  const files = fs.readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = fs.readFileSync(file)
    // The head of the file: a version, then until when it is good, may be shown while it is renewed, or after an error.
    for (const at of TIMES) {
      const time = Number(bytes.readBigInt64LE(at))
      if (Math.abs(time - Date.now() / 1_000) < 100_000) bytes.writeBigInt64LE(BigInt(time - seconds), at)
    }
    fs.writeFileSync(file, bytes)
  }

  return files.length
}
