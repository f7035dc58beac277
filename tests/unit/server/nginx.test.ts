import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { makeFront } from '#lib/server/front.ts'
import { createPageCache } from '#lib/server/page-cache.ts'
import { freePort } from '#scripts/free-port.mjs'
import { connects } from '#scripts/store/child.mjs'
import { findProgram, mayInstall } from '#scripts/test/tools.mjs'
import { documentOf, sendStatic } from './fake-next.ts'

const TIMES = [8, 16, 24, 40]

type Nginx = { port: number; plainPort: number; ca: Buffer; folder: string; cache: string; log: () => string }

/** The server of the system's packages, installed when this account may. Throws when there is none. */
function ensureNginx(): string {
  const found = findProgram('nginx')
  if (found && findProgram('openssl')) return found
  if (mayInstall()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'nginx-light', 'openssl'], {
      stdio: 'ignore',
      env,
    })
  }
  const installed = findProgram('nginx')
  if (installed && findProgram('openssl')) return installed
  throw new Error('No nginx or no openssl, and neither could be installed: install the packages nginx and openssl.')
}

/** Starts nginx with the shipped file in front of these ports; only its ports, folders and certificate are others. */
async function startNginx(webPorts: [number, number]): Promise<Nginx> {
  const program = ensureNginx()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const cache = path.join(folder, 'cache')
  certify(folder)
  const shipped = fs.readFileSync('docs/nginx.conf', 'utf8')
  const own = [
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['127.0.0.1:3000;', `127.0.0.1:${webPorts[0]};`],
    ['127.0.0.1:3001;', `127.0.0.1:${webPorts[1]};`],
    ['/etc/ssl', folder],
    ['/var/cache/nginx-landfall', cache],
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
function age(cache: string, seconds: number): number {
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

type Answer = { status: number; headers: http2.IncomingHttpHeaders; body: string }
type Web = { port: number; asked: string[]; seen: IncomingHttpHeaders[]; close: () => void }

/** A web process with our own front, whose pages say how many of them were made. Its own cache is off: nginx is asked. */
async function startWeb(made: { pages: number }): Promise<Web> {
  const asked: string[] = []
  const seen: IncomingHttpHeaders[] = []
  const front = makeFront({
    handler: (request, response) => {
      if (request.url?.startsWith('/api/')) {
        seen.push({ ...request.headers })
        response.setHeader('cache-control', 'private, no-store')
        request.resume().on('end', () => response.end('taken'))
      } else {
        made.pages += 1
        sendStatic(response, documentOf(`page ${made.pages}`))
      }
    },
    cache: createPageCache({ maxBytes: 0 }),
    kindOf: (path) => (path.startsWith('/api/') ? 'handler' : null),
    isPage: () => true,
    readSheet: () => null,
    drawPicture: async (captured) => captured,
    knowsSubject: async () => true,
    findRedirect: async () => null,
    readTools: async () => [],
    languages: () => new Set(SHIPPED_LOCALES),
    publicUrl: 'https://shop.example',
    isLive: true,
    trustProxy: true,
    secret: 'inner',
  })
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    front(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)

  return { port: (server.address() as AddressInfo).port, asked, seen, close }
}

async function open() {
  const made = { pages: 0 }
  const webs = [await startWeb(made), await startWeb(made)] as const
  const nginx = await startNginx([webs[0].port, webs[1].port])

  return { made, webs, nginx }
}

/** Asks over HTTP/2, with the certificate checked. */
async function ask(nginx: Nginx, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const session = http2.connect(`https://127.0.0.1:${nginx.port}`, { servername: 'shop.example', ca: nginx.ca })
  try {
    return await new Promise<Answer>((resolve, reject) => {
      session.on('error', reject)
      const method = body ? 'POST' : 'GET'
      const length = body ? { 'content-length': String(body.length) } : {}
      const named = { ':path': path, ':method': method, ':authority': 'shop.example' }
      const stream = session.request({ ...named, ...length, ...headers })
      let head: http2.IncomingHttpHeaders = {}
      let text = ''
      stream.on('response', (given) => {
        head = given
      })
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      // A refused body is cut off once the answer is there.
      stream.on('error', (error) => head[':status'] ?? reject(error))
      stream.on('close', () => resolve({ status: Number(head[':status']), headers: head, body: text }))
      stream.end(body)
    })
  } finally {
    session.close()
  }
}

const pageOf = ({ body }: Answer) => /page \d+/.exec(body)?.[0]

test('the shipped nginx file serves pages over TLS and HTTP/2, and keeps them as long as the store says', async () => {
  const { made, webs, nginx } = await open()

  const first = await ask(nginx, '/destinations')
  expect(first).toMatchObject({ status: 200, body: expect.stringContaining('page 1') })
  expect(first.headers).toMatchObject({
    'cache-control': expect.stringMatching(/s-maxage=60, stale-while-revalidate=300/),
    'content-security-policy': expect.any(String),
    'strict-transport-security': expect.any(String),
  })
  expect(pageOf(await ask(nginx, '/destinations'))).toBe('page 1')
  expect(webs.flatMap(({ asked }) => asked)).toEqual(['/destinations'])

  // Past s-maxage: shown once more while a new one is fetched.
  expect(age(nginx.cache, 61)).toBe(1)
  expect(pageOf(await ask(nginx, '/destinations'))).toBe('page 1')
  await vi.waitUntil(() => made.pages === 2, { timeout: 20_000 })
  await vi.waitUntil(async () => pageOf(await ask(nginx, '/destinations')) === 'page 2', { timeout: 20_000 })

  // Past stale-while-revalidate: never again.
  age(nginx.cache, 61 + 301)
  expect(pageOf(await ask(nginx, '/destinations'))).toBe('page 3')
})

test('a page past its limit is not shown when no web process answers: the shop says that it will be back', async () => {
  const { webs, nginx } = await open()
  await ask(nginx, '/')
  for (const { close } of webs) close()

  age(nginx.cache, 61 + 301)
  const answer = await ask(nginx, '/')

  expect(answer).toMatchObject({ status: 503, body: 'The shop will be back in a moment.\n' })
  expect(answer.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' })
})

test('while one web process is away the other answers everything', async () => {
  const { webs, nginx } = await open()
  webs[0].close()

  for (let at = 0; at < 6; at++) {
    expect(await ask(nginx, `/destinations/place-${at}`)).toMatchObject({ status: 200 })
    expect(await ask(nginx, '/api/quotes', {}, Buffer.from('{}'))).toMatchObject({ status: 200, body: 'taken' })
  }
  expect(webs[1].asked).toHaveLength(12)
})

test('what is about a person is asked for every time', async () => {
  const { webs, nginx } = await open()
  await ask(nginx, '/api/orders/1')
  await ask(nginx, '/api/orders/1')

  expect(webs.flatMap(({ asked }) => asked)).toHaveLength(2)
})

test('nothing that a visitor says about where they come from reaches the store', async () => {
  const { webs, nginx } = await open()
  await ask(nginx, '/api/orders/1', {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '1',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  })

  const [headers = {}] = webs.flatMap(({ seen }) => seen)
  expect(headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'shop.example',
    'x-forwarded-proto': 'https',
    host: 'shop.example',
  })
  expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113\.9|evil/)
})

test('a body above the limit ends at nginx, and the pictures and translations of staff still pass', async () => {
  const { webs, nginx } = await open()

  expect(await ask(nginx, '/api/quotes', {}, Buffer.alloc(65_537))).toMatchObject({ status: 413 })
  expect(await ask(nginx, '/api/admin/settings/legal', {}, Buffer.alloc(2_200_000))).toMatchObject({ status: 413 })
  expect(webs.flatMap(({ asked }) => asked)).toEqual([])
  expect(await ask(nginx, '/api/admin/settings/pictures', {}, Buffer.alloc(400_000))).toMatchObject({ status: 200 })
  // As many bytes as a picture of a guide may have, in base64.
  expect(await ask(nginx, '/api/admin/guides/pictures', {}, Buffer.alloc(534_000))).toMatchObject({ status: 200 })
  expect(await ask(nginx, '/api/admin/settings/languages/ko', {}, Buffer.alloc(900_000))).toMatchObject({ status: 200 })
})

test('other names get no answer, plain HTTP is sent on to the right one, and no address of a buyer is written down', async () => {
  const { nginx } = await open()
  const other = http2.connect(`https://127.0.0.1:${nginx.port}`, { servername: 'other.example', ca: nginx.ca })
  await expect(new Promise((_, reject) => other.on('error', reject))).rejects.toThrow(/unrecognized.name/i)

  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/help?a=1`, {
    redirect: 'manual',
    headers: { host: 'shop.example' },
  })
  expect(plain.status).toBe(308)
  expect(plain.headers.get('location')).toBe('https://shop.example/help?a=1')
  await ask(nginx, '/api/o/a-buyers-own-link')
  expect(fs.readFileSync(`${nginx.folder}/access.log`, 'utf8')).not.toContain('a-buyers-own-link')
  expect(nginx.log()).not.toContain('a-buyers-own-link')
})

test('the shipped Caddy file is short, and Caddy takes it where it is installed', () => {
  const text = fs.readFileSync('docs/Caddyfile', 'utf8')

  expect(text.trim().split('\n').length).toBeLessThanOrEqual(10)
  expect(text).toContain('reverse_proxy 127.0.0.1:3000 {')
  try {
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'docs/Caddyfile'], { stdio: 'pipe' })
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOENT')
  }
})
